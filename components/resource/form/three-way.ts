import { isSameValue } from "@/lib/client/same-value";

type Values = Readonly<Record<string, unknown>>;

export interface ComparedField {
  name: string;
  before: unknown;
  yours: unknown;
  theirs: unknown;
  /** Both sides changed the field to different values. */
  clash: boolean;
}

/** Returns the fields that differ between the original, the edited and the currently stored record (FM-09). */
export function compareThreeWay(before: Values, yours: Values, theirs: Values): ComparedField[] {
  return Object.keys(yours)
    .map((name) => {
      const sides = { before: before[name], yours: yours[name], theirs: theirs[name] };
      const youChanged = !isSameValue(sides.yours, sides.before);
      const theyChanged = !isSameValue(sides.theirs, sides.before);
      return { name, ...sides, clash: youChanged && theyChanged && !isSameValue(sides.yours, sides.theirs) };
    })
    .filter(({ before, yours, theirs }) => !isSameValue(before, yours) || !isSameValue(before, theirs));
}

/** Merges the stored values into the edited ones for all fields that the user did not change. */
export function mergeThreeWay<T extends Values>(before: Values, yours: T, theirs: Values): T {
  return Object.fromEntries(
    Object.entries(yours).map(([name, value]) => [
      name,
      isSameValue(value, before[name]) ? theirs[name] : value,
    ]),
  ) as T;
}
