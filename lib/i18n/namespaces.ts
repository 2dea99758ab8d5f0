import type apiKeys from "../../messages/en/api-keys.json";
import type bell from "../../messages/en/bell.json";
import type common from "../../messages/en/common.json";
import type exported from "../../messages/en/export.json";
import type fields from "../../messages/en/fields.json";
import type history from "../../messages/en/history.json";
import type home from "../../messages/en/home.json";
import type myAccount from "../../messages/en/my-account.json";
import type permissions from "../../messages/en/permissions.json";
import type playground from "../../messages/en/playground.json";
import type resource from "../../messages/en/resource.json";
import type roles from "../../messages/en/roles.json";
import type search from "../../messages/en/search.json";
import type shell from "../../messages/en/shell.json";
import type tenants from "../../messages/en/tenants.json";
import type users from "../../messages/en/users.json";
import type validation from "../../messages/en/validation.json";

/** What the workspace says, by file name under `messages/<locale>/`; English gives the keys and their types. */
export interface Messages {
  "api-keys": typeof apiKeys;
  bell: typeof bell;
  common: typeof common;
  export: typeof exported;
  fields: typeof fields;
  history: typeof history;
  home: typeof home;
  "my-account": typeof myAccount;
  permissions: typeof permissions;
  playground: typeof playground;
  resource: typeof resource;
  roles: typeof roles;
  search: typeof search;
  shell: typeof shell;
  tenants: typeof tenants;
  users: typeof users;
  validation: typeof validation;
}

/** One line per file that views need; what only servers say (errors) or the sign-in page (login) stays out. */
export const namespaces = [
  "api-keys",
  "bell",
  "common",
  "export",
  "fields",
  "history",
  "home",
  "my-account",
  "permissions",
  "playground",
  "resource",
  "roles",
  "search",
  "shell",
  "tenants",
  "users",
  "validation",
] as const satisfies readonly (keyof Messages)[];
