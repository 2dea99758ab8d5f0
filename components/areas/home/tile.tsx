import { cn } from "@/components/ui/cn";
import { ViewLink } from "@/lib/client/tabs";
import type { Shortcut } from "@/lib/contract/shortcuts";
import type { Target } from "../../area/destinations";

/** The tiles' width and number per row follow the window. */
export const tileGrid = "grid grid-cols-[repeat(auto-fill,minmax(156px,1fr))] gap-2 p-3";
export const tile =
  "flex h-full min-h-12 items-center gap-2.5 rounded-md border bg-raised px-3 py-2 text-left";

export type ShownShortcut = Shortcut & { target: Target };

/** Long labels are set smaller, and truncated after two lines. */
export function TileFace({ icon: Icon, label }: Pick<Target, "icon" | "label">) {
  return (
    <>
      <Icon aria-hidden="true" className="size-5 shrink-0 text-primary" />
      <span
        className={cn(
          "line-clamp-2 min-w-0 hyphens-auto break-words font-medium",
          label.length > 20 ? "text-xs" : "text-base",
        )}
      >
        {label}
      </span>
    </>
  );
}

export function Tiles({ shown }: { shown: readonly ShownShortcut[] }) {
  return (
    <ul className={tileGrid}>
      {shown.map(({ userFavoriteActionId, target }) => (
        <li key={userFavoriteActionId}>
          <ViewLink to={target.actionUrl} className={cn(tile, "hover:border-control hover:bg-hover")}>
            <TileFace {...target} />
          </ViewLink>
        </li>
      ))}
    </ul>
  );
}
