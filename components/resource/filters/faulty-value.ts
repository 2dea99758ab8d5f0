import { faultOf } from "@/lib/contract/filter-text";
import { type FilterTarget, filterOf, openEnds } from "./filter-control";

/** Which of the values that were typed is the one that does not fit; the first where it is all of them together. */
export function faultyAt(target: FilterTarget, typed: readonly string[]): number {
  const [single] = openEnds[target.column.type] ?? [];
  const isFaulty = (value: string) => {
    if (!single || value.trim() === "") return false;
    return faultOf(target.id, target.column, single, filterOf(target, single, [value]).values) !== undefined;
  };
  return Math.max(typed.findIndex(isFaulty), 0);
}
