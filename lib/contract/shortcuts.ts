import * as z from "zod";
import type { RuleParams } from "../validation/messages";
import { text } from "../validation/text";
import type { EndpointDeclaration } from "./endpoint";
import { localAddress } from "./local-address";
import { nothing } from "./schemas";
import { maxShortcutLabelLength } from "./shortcut-label";

/** Maximum number of shortcuts of a user. */
export const maxShortcuts = 100;

/** Normalises the address of a view, so that each view is one shortcut: `/Users/` is `/users`. */
function viewAddress(given: string): string | undefined {
  const [path = "", ...query] = localAddress(given)?.split("?") ?? [];
  if (path === "") return undefined;
  const [first = "", ...rest] = path.split("/").filter(Boolean);
  return [`/${[first.toLowerCase(), ...rest].join("/")}`, ...query].join("?");
}

export const newShortcut = z.object({
  /** Relative to the product; other addresses are refused. */
  actionUrl: z
    .string()
    .min(1, { abort: true })
    .max(2000, { abort: true })
    .overwrite((given) => viewAddress(given) ?? given)
    .refine((given) => viewAddress(given) !== undefined, {
      params: { rule: "localAddress" } satisfies RuleParams,
    }),
  /** The name of the view's permission, which is shown in the reader's language, or a custom text. */
  permissionLabel: text(maxShortcutLabelLength).default(""),
});

export const shortcut = z.object({
  userFavoriteActionId: z.string(),
  actionUrl: z.string(),
  permissionLabel: z.string(),
});
export type Shortcut = z.output<typeof shortcut>;

/** The shortcut tiles of the signed-in user (HO-01), in their order. */
export const shortcutEndpoints = {
  actions: {
    method: "GET",
    path: "/user/actions",
    access: "signedIn",
    whileViewing: true,
    summary: "The shortcuts of the signed-in user, in their order.",
    response: z.array(shortcut),
  },
  addAction: {
    method: "POST",
    path: "/user/actions",
    access: "signedIn",
    summary:
      "Adds a shortcut at the end, unless there is one with this address; returns its id in both cases.",
    affects: ["user"],
    body: newShortcut,
    response: z.string(),
  },
  removeAction: {
    method: "DELETE",
    path: "/user/actions/:userFavoriteActionId",
    access: "signedIn",
    summary: "Removes a shortcut.",
    affects: ["user"],
    response: nothing,
  },
  swapActions: {
    method: "PATCH",
    path: "/user/actions/swap/:userFavoriteActionId/:otherId",
    access: "signedIn",
    summary: "Swaps two shortcuts.",
    affects: ["user"],
    response: nothing,
  },
  initActions: {
    method: "PUT",
    path: "/user/actions-init",
    access: "signedIn",
    summary:
      "Creates the initial shortcuts of the signed-in user, once: nothing changes for users who have shortcuts or already had initial ones.",
    affects: ["user"],
    body: z.array(newShortcut).max(maxShortcuts),
    response: nothing,
  },
} as const satisfies Record<string, EndpointDeclaration>;
