/* The rules for the scripts of the page, which run in browsers. */

import js from "@eslint/js";
import globals from "globals";

export default [
  js.configs.recommended,
  {
    files: ["**/*.js"],
    languageOptions: { ecmaVersion: 2022, sourceType: "module", globals: globals.browser },
    rules: {
      complexity: ["error", 12],
      curly: ["error", "multi-line"],
      eqeqeq: "error",
      "max-len": ["error", { code: 160, ignoreComments: true, ignoreTemplateLiterals: true }],
      "no-implicit-globals": "error",
      "no-shadow": "error",
      "no-unused-vars": "error",
      "no-var": "error",
      "prefer-const": "error",
    },
  },
];
