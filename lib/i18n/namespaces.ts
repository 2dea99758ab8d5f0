import type { AreaName, areaFiles } from "../areas/areas";
import { type WordsFile, words } from "../areas/words";

/** Texts shared by several areas; those of servers (errors) or of the sign-in page (login) are excluded. */
const sharedFiles = {
  "api-keys": words<typeof import("../../messages/en/api-keys.json")>(),
  bell: words<typeof import("../../messages/en/bell.json")>(),
  common: words<typeof import("../../messages/en/common.json")>(),
  export: words<typeof import("../../messages/en/export.json")>(),
  fields: words<typeof import("../../messages/en/fields.json")>(),
  history: words<typeof import("../../messages/en/history.json")>(),
  home: words<typeof import("../../messages/en/home.json")>(),
  import: words<typeof import("../../messages/en/import.json")>(),
  permissions: words<typeof import("../../messages/en/permissions.json")>(),
  resource: words<typeof import("../../messages/en/resource.json")>(),
  shell: words<typeof import("../../messages/en/shell.json")>(),
  signature: words<typeof import("../../messages/en/signature.json")>(),
  validation: words<typeof import("../../messages/en/validation.json")>(),
  viewer: words<typeof import("../../messages/en/viewer.json")>(),
};

type TextsOf<Files> = {
  [Name in keyof Files]: Files[Name] extends WordsFile<infer Texts> ? Texts : never;
};

type Areas = TextsOf<typeof areaFiles>;

/** Optional parts of an area's file for texts about the area outside its views. */
export const saidElsewhere = [
  "permissions",
  "changes",
  "notifications",
  "notificationKinds",
  "export",
  "checks",
] as const;
type SaidElsewhere = (typeof saidElsewhere)[number];

/** The areas with such a part in their file. */
export type AreasWith<Part extends SaidElsewhere> = {
  [Name in AreaName]: Areas[Name] extends Record<Part, object> ? Name : never;
}[AreaName];

type Intersection<Union> = (Union extends unknown ? (one: Union) => void : never) extends (
  all: infer All,
) => void
  ? All
  : never;

/** Such a part of every area, merged. */
export type OfAreas<Part extends Exclude<SaidElsewhere, "export">> = Intersection<
  { [Name in AreaName]: Areas[Name] extends Record<Part, infer Texts> ? Texts : never }[AreaName]
>;

/** The texts of the workspace, by file name under `messages/<locale>/`; shared texts of areas under their lookup namespace. */
export type Messages = TextsOf<typeof sharedFiles> & {
  history: { types: OfAreas<"changes"> };
  permissions: { labels: OfAreas<"permissions"> };
} & { [Name in AreaName]: Omit<Areas[Name], SaidElsewhere> };

export const sharedNamespaces = Object.keys(sharedFiles) as readonly (keyof typeof sharedFiles)[];
