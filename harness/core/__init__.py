"""Values and errors that everything else is made of; no file is opened here."""
