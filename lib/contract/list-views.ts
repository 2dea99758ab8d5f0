import * as z from "zod";
import { columnWidths } from "../validation/column-widths";
import type { RuleParams } from "../validation/messages";
import { requiredText, text } from "../validation/text";
import { defineArea } from "./endpoint";
import { declareHistory } from "./history";
import { nothing, recordId, recordVersion, repeated } from "./schemas";

/** Audience of a saved view: its owner, holders of a role, or everyone in the tenant. */
export const listViewAudiences = ["mine", "role", "everyone"] as const;
export type ListViewAudience = (typeof listViewAudiences)[number];

const maxColumns = 200;
const columnIds = z.array(text(100).min(1)).max(maxColumns);

/** Appearance of a list. Clients ignore columns that no longer exist. */
const listAppearance = {
  /** Query of the list's address: phrase, filters, sorting and page size, such as `sortBy=email&filters=…`. */
  query: text(8000),
  /** Manual arrangement of columns: `hidden` were removed, `shown` added. */
  layout: z.object({
    hidden: columnIds.default([]),
    shown: columnIds.default([]),
    /** Columns in their manual order. */
    order: columnIds.default([]),
    /** Columns that stay in place during horizontal scrolling. */
    pinned: columnIds.default([]),
    /** Pixels by column. */
    widths: z
      .record(text(100).min(1), z.int().min(columnWidths.min).max(columnWidths.max))
      .refine((widths) => Object.keys(widths).length <= maxColumns, {
        params: { rule: "maxItems", max: maxColumns } satisfies RuleParams,
      })
      .meta({ maxProperties: maxColumns })
      .default({}),
    /** Pictures instead of rows, in lists that offer them. */
    gallery: z.boolean().optional(),
  }),
  density: z.enum(["compact", "standard", "comfortable"]),
};

const listName = text(100)
  .min(1)
  .meta({ examples: ["users.list"] });

export const listView = z.object({
  listViewId: z.string(),
  /** The list, by area and call, such as `users.list`. */
  list: z.string(),
  viewName: z.string(),
  audience: z.enum(listViewAudiences),
  /** The role of the audience; null for others. */
  roleId: z.string().nullable(),
  ...listAppearance,
  layout: z.object({
    hidden: z.array(z.string()),
    shown: z.array(z.string()),
    order: z.array(z.string()),
    pinned: z.array(z.string()),
    widths: z.record(z.string(), z.number()),
    gallery: z.boolean().optional(),
  }),
  createdBy: z.string(),
  /** Whether the caller may change and delete it. */
  mayEdit: z.boolean(),
  version: recordVersion,
});
export type ListView = z.output<typeof listView>;

export const listViewCreate = z.object({
  list: listName,
  viewName: requiredText(100),
  audience: z.enum(listViewAudiences).default("mine"),
  /** Required for the audience `role`. */
  roleId: recordId.optional(),
  ...listAppearance,
});

/** Missing fields stay unchanged (FM-10). */
export const listViewEdit = z.object({
  viewName: requiredText(100).optional(),
  query: listAppearance.query.optional(),
  layout: listAppearance.layout.optional(),
  density: listAppearance.density.optional(),
  version: recordVersion.optional(),
});

// Sharing views requires permission to change roles.
declareHistory("roles/views", "RoleView_HistoryAction", "RoleView");

/** Saved arrangements of lists (TL-07); beyond the specification. Sharing one requires `RoleView_EditAction`. */
export const listViews = defineArea("list-views", {
  list: {
    method: "GET",
    path: "/list-views",
    access: "signedIn",
    whileViewing: true,
    summary: "The saved views of a list: the caller's own, those for their roles and those for everyone.",
    query: z.object({ list: listName }),
    response: z.array(listView),
    capability: "list-views",
  },
  detail: {
    method: "GET",
    path: "/list-views/:listViewId",
    access: "signedIn",
    whileViewing: true,
    summary: "One saved view.",
    response: listView,
    capability: "list-views",
  },
  create: {
    method: "POST",
    path: "/list-views",
    access: "signedIn",
    summary: "Saves the current view of a list under a name; returns the new id.",
    affects: ["list-views"],
    body: listViewCreate,
    response: z.string(),
    capability: "list-views",
  },
  save: {
    method: "PUT",
    path: "/list-views/:listViewId",
    access: "signedIn",
    summary: "Changes a saved view; 409 with the stored one if `version` is outdated.",
    affects: ["list-views"],
    body: listViewEdit,
    response: listView,
    capability: "list-views",
  },
  remove: {
    method: "DELETE",
    path: "/list-views",
    access: "signedIn",
    summary: "Removes saved views.",
    affects: ["list-views"],
    query: z.object({ listViewIds: repeated(recordId) }),
    response: nothing,
    capability: "list-views",
  },
});
