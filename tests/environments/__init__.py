"""Every command in environments that go wrong: names, pipes, disks, memory, packages."""
