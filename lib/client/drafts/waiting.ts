import { isSameValue } from "../same-value";
import { draftsOwnedBy } from "./database";
import type { Draft } from "./draft";
import { lockedDrafts } from "./draft-locks";

/** Drafts that are not being edited and differ from their initial values; the newest of each view and section. */
export async function waitingDrafts(owner: string): Promise<Draft[]> {
  const drafts = await draftsOwnedBy(owner);
  const busy = await lockedDrafts(drafts.map(({ id }) => id));
  const places = new Set<string>();
  return drafts.filter(({ id, path, section, values, base }) => {
    const place = `${path} ${section}`;
    if (busy.has(id) || isSameValue(values, base) || places.has(place)) return false;
    places.add(place);
    return true;
  });
}
