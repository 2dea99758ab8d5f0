import type common from "../../messages/en/common.json";
import type home from "../../messages/en/home.json";
import type search from "../../messages/en/search.json";
import type shell from "../../messages/en/shell.json";

/** What the workspace says, by file name under `messages/<locale>/`; English gives the keys and their types. */
export interface Messages {
  common: typeof common;
  home: typeof home;
  search: typeof search;
  shell: typeof shell;
}

/** One line per file that views need; what only servers say (errors) or the sign-in page (login) stays out. */
export const namespaces = [
  "common",
  "home",
  "search",
  "shell",
] as const satisfies readonly (keyof Messages)[];
