import { type LucideIcon, MailQuestion } from "lucide-react";
import type { Guarded } from "@/lib/client/permissions";
import type { MessageKey } from "@/lib/i18n/message-key";
import type { Area } from "../area/area";
import { type LazyView, lazyView } from "../area/lazy-view";

/** Collection offered by the search (HO-02). */
interface SearchProvider extends Guarded {
  /** `/search?collection=invitations` */
  name: string;
  label: MessageKey;
  icon: LucideIcon;
  List: LazyView;
}

/** Collections that an installation adds to those of the areas (CF-04); docs/extending.md explains the example here. */
const extraProviders: readonly SearchProvider[] = [
  {
    name: "invitations",
    label: "users.invitations.title",
    icon: MailQuestion,
    permission: ["UserView", "UserView_InviteAction"],
    List: lazyView(() => import("./users/invitations-list")),
  },
];

export function collectionsOf(areas: readonly Area[]): readonly SearchProvider[] {
  const ofAreas = areas.flatMap(
    ({ name, icon, label, collection, permission, isAllowed, views: { list } }) =>
      collection && list
        ? [{ name, icon, label: collection.label ?? label, permission, isAllowed, List: list }]
        : [],
  );
  return [...ofAreas, ...extraProviders];
}
