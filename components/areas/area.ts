import type { LucideIcon } from "lucide-react";
import type { AreaName } from "@/lib/areas";
import type { Guarded } from "@/lib/client/permissions";
import type { PermissionName } from "@/lib/contract/permissions";
import type { MessageKey } from "@/lib/i18n/message-key";
import type { LazyView } from "./lazy-view";

export { type LazyView, lazyView, type ViewProps } from "./lazy-view";

/** What an area's folder exports as its descriptor. */
export interface Area extends Guarded {
  /** First path segment; empty for the home page. */
  name: AreaName | "";
  /** Where it stands among the areas that the home page and menus offer; the least is the first. */
  place?: number;
  /** Offered by the settings menu to those who may (SH-02). */
  inSettings?: true;
  icon: LucideIcon;
  /** Names the area in menus, and its tabs until their view has set a title. */
  label: MessageKey;
  /** Names the tab of the create view. */
  createLabel?: MessageKey;
  // `permission` and `isAllowed` are about every view of the area.
  /** Needed by the create view besides. */
  createPermission?: PermissionName;
  views: {
    /** `/users`; also embedded in the search. */
    list?: LazyView;
    /** `/users/new` */
    create?: LazyView;
    /** `/users/{id}` */
    detail?: LazyView;
    /** `/search`: the bare path of an area without records. */
    index?: LazyView;
    /** Takes the place of the embedded list in `/search?everywhere=true`. */
    everywhere?: LazyView;
  };
  /** Shows lists of other areas inside of its own view. */
  embedsLists?: true;
  /** Set on areas whose list the search offers. */
  collection?: { label: MessageKey };
}
