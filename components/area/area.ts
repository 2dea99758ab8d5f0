import type { LucideIcon } from "lucide-react";
import type { AreaName } from "@/lib/areas/areas";
import type { Guarded } from "@/lib/client/permissions";
import type { PermissionName } from "@/lib/contract/permissions";
import type { MessageKey } from "@/lib/i18n/message-key";
import type { LazyView } from "./lazy-view";

export { type LazyView, lazyView, type ViewProps } from "./lazy-view";

/** Descriptor exported by an area's folder. */
export interface Area extends Guarded {
  /** First path segment; empty for the home page. */
  name: AreaName | "";
  /** Position among the areas on the home page and in menus; lowest first. */
  place?: number;
  /** Key that opens the area after `g`, outside of fields (SH-10). */
  goKey?: string;
  /** Listed in the settings menu, subject to permissions (SH-02). */
  inSettings?: true;
  icon: LucideIcon;
  /** Label in menus, and title of its tabs until their view has set one. */
  label: MessageKey;
  /** Title of the create view's tab. */
  createLabel?: MessageKey;
  // `permission` and `isAllowed` apply to every view of the area.
  /** Additionally required by the create view. */
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
    /** Replaces the embedded list in `/search?everywhere=true`. */
    everywhere?: LazyView;
  };
  /** Loads a record's name in the current language; for areas with translated names. */
  translatedName?: (id: string) => Promise<string>;
  /** Embeds lists of other areas in its own view. */
  embedsLists?: true;
  /** Set on areas with a list that the search offers. */
  collection?: { label: MessageKey };
}
