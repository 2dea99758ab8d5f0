import { pathKey } from "./address";
import { type ClosedTab, newTabId, type Tab } from "./tab";

/** Data to reopen tabs that are closed together, the last one of the strip first. */
export function closedTabs(
  closing: readonly Tab[],
  tabs: readonly Tab[],
  closed: readonly ClosedTab[],
): ClosedTab[] {
  const strip = fullStrip(tabs, closed);
  const batch = closing.length > 1 ? newTabId() : undefined;
  return closing
    .map((tab) => {
      const { id, path, query, title, missing, callback, pinned, used } = tab;
      const twin = tabs.some((other) => other !== tab && pathKey(other.path) === pathKey(path));
      const left = strip.slice(0, strip.indexOf(id));
      return {
        id,
        path,
        query,
        title,
        missing,
        callback,
        pinned,
        twin,
        place: tabs.indexOf(tab),
        left,
        used,
        batch,
      };
    })
    .reverse();
}

/** The ids of all tabs as if none were closed. */
function fullStrip(tabs: readonly Tab[], closed: readonly ClosedTab[]): string[] {
  const strip = tabs.map(({ id }) => id);
  // Oldest first: tabs closed later know its position.
  for (const one of [...closed].reverse())
    if (one.id !== undefined && !strip.includes(one.id)) strip.splice(placeIn(strip, one), 0, one.id);
  return strip;
}

/** Position of a reopened tab: right of the nearest remaining tab that was left of it. */
export function placeIn(strip: readonly string[], { left = [], place }: ClosedTab): number {
  const nearest = Math.max(-1, ...left.map((id) => strip.indexOf(id)));
  return nearest < 0 ? Math.min(place, strip.length) : nearest + 1;
}

/** The closed tabs of the last batch; empty if the last tab was closed alone. */
export function lastBatch(closed: readonly ClosedTab[]): readonly ClosedTab[] {
  const batch = closed[0]?.batch;
  return batch === undefined ? [] : closed.filter((one) => one.batch === batch);
}
