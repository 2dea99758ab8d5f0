import { type areaFiles, areaNames } from "../areas";
import { type WordsFile, words } from "./words";

/** What several areas say; what only servers say (errors) or the sign-in page (login) stays out. */
const sharedFiles = {
  "api-keys": words<typeof import("../../messages/en/api-keys.json")>(),
  bell: words<typeof import("../../messages/en/bell.json")>(),
  common: words<typeof import("../../messages/en/common.json")>(),
  export: words<typeof import("../../messages/en/export.json")>(),
  fields: words<typeof import("../../messages/en/fields.json")>(),
  history: words<typeof import("../../messages/en/history.json")>(),
  home: words<typeof import("../../messages/en/home.json")>(),
  permissions: words<typeof import("../../messages/en/permissions.json")>(),
  resource: words<typeof import("../../messages/en/resource.json")>(),
  shell: words<typeof import("../../messages/en/shell.json")>(),
  validation: words<typeof import("../../messages/en/validation.json")>(),
};

type TextsOf<Files> = {
  [Name in keyof Files]: Files[Name] extends WordsFile<infer Texts> ? Texts : never;
};

/** What the workspace says, by file name under `messages/<locale>/`. */
export type Messages = TextsOf<typeof sharedFiles> & TextsOf<typeof areaFiles>;

export const namespaces = [...Object.keys(sharedFiles), ...areaNames] as readonly (keyof Messages)[];
