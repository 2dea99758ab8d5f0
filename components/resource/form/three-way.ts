import { isSameValue } from "@/lib/client/same-value";

type Values = Readonly<Record<string, unknown>>;

export interface ComparedField {
  name: string;
  before: unknown;
  yours: unknown;
  theirs: unknown;
  /** Both changed it, to different values: taking one side loses the other. */
  clash: boolean;
}

/** The fields that differ between the record before the edit, what was typed, and what is stored now (FM-09). */
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

/** What was typed, with the other side's values in the fields that were left alone: loses nobody's change unless both made one. */
export function mergeThreeWay<T extends Values>(before: Values, yours: T, theirs: Values): T {
  return Object.fromEntries(
    Object.entries(yours).map(([name, value]) => [
      name,
      isSameValue(value, before[name]) ? theirs[name] : value,
    ]),
  ) as T;
}
