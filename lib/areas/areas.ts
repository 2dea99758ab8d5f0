// See docs/decisions/0061.

import { words } from "./words";

/**
 * The areas with views, one line each: the first segment of their addresses, which no tenant may use as identifier, their
 * messages, and the kind of their records in notifications, if any. A small file: it is in bundles without the contract and
 * views.
 */
export const areaFiles = {
  "attachment-status": words<typeof import("../../messages/en/attachment-status.json")>(),
  attachments: words<typeof import("../../messages/en/attachments.json")>(),
  attributes: words<typeof import("../../messages/en/attributes.json")>(),
  audit: words<typeof import("../../messages/en/audit.json")>(),
  "my-account": words<typeof import("../../messages/en/my-account.json")>(),
  "organisation-settings": words<typeof import("../../messages/en/organisation-settings.json")>(),
  playground: words<typeof import("../../messages/en/playground.json")>(),
  reports: { ...words<typeof import("../../messages/en/reports.json")>(), record: "report" as const },
  roles: { ...words<typeof import("../../messages/en/roles.json")>(), record: "role" as const },
  search: words<typeof import("../../messages/en/search.json")>(),
  system: words<typeof import("../../messages/en/system.json")>(),
  tenants: words<typeof import("../../messages/en/tenants.json")>(),
  users: { ...words<typeof import("../../messages/en/users.json")>(), record: "user" as const },
};

export type AreaName = keyof typeof areaFiles;

export const areaNames = Object.keys(areaFiles) as readonly AreaName[];
