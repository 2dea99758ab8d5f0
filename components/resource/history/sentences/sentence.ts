import type { HistoryRow } from "@/lib/contract/history";

/** What a sentence says about a change; names of its texts in `history.sentence`. */
export type Statement =
  | { text: "created" | "deleted" | "restored" | "added" | "removed"; noun: string }
  | { text: "changed"; field: string }
  | { text: "changedMany"; count: number }
  /** No own sentence: the label of the type. */
  | { text: "other" };

const ofRecord = /^([A-Z]\w*?)(Created|Deleted|Restored)$/;
const ofPart = /^[A-Z]\w+?(Role|User|Attribute|Attachment)(Added|Removed)$/;
const ofValue = /^[A-Z][a-z]+([A-Z]\w*)Changed$/;
/** Their labels say more: an invitation is sent and revoked, and keys or links of a user are no records. */
const hasOwnLabel = /^(Invitation|OrganisationSetting|Theme|User[A-Z]\w*(Created|Deleted|Restored)$)/;

const lowerFirst = (text: string) => text.charAt(0).toLowerCase() + text.slice(1);

/** Describes a change by its type, fields and values. */
export function statementOf({ type, subject, fields, values }: DescribedChange): Statement {
  const [, noun = "", event] = ofRecord.exec(type) ?? [];
  if (event && !subject && !hasOwnLabel.test(type))
    return {
      text: lowerFirst(event) as "created" | "deleted" | "restored",
      noun: noun === "Tenant" ? "Organisation" : noun,
    };
  const [, part = "", change] = ofPart.exec(type) ?? [];
  if (change && subject) return { text: lowerFirst(change) as "added" | "removed", noun: part };
  if (type.endsWith("AttributeChanged")) return { text: "changed", field: attributeValue };
  const names = values?.map(({ name }) => name) ?? fields ?? [];
  if (names.length > 1) return { text: "changedMany", count: names.length };
  const [, own] = ofValue.exec(type) ?? [];
  const field = names[0] ?? (own && lowerFirst(own));
  return field ? { text: "changed", field } : { text: "other" };
}

type DescribedChange = Pick<HistoryRow, "type" | "subject" | "fields" | "values">;

/** The field of a changed attribute, which is named by the subject of the change. */
export const attributeValue = "attributeValue";

/** Consecutive changes of the same kind are alike within this many milliseconds. */
const closeInTime = 10 * 60_000;
/** From this number on, alike changes are one line. */
const fewestAlike = 3;

const kindOf = ({ changedBy, type, fields }: HistoryRow) => JSON.stringify([changedBy, type, fields]);

/**
 * Joins alike changes: of the same person and kind, close in time, even with others in between.
 * @param changes of one day in the order of time
 * @returns lines in the order of their first changes
 */
export function linesOf<Change extends HistoryRow>(changes: readonly Change[]): Change[][] {
  const lines: Change[][] = [];
  const open = new Map<string, Change[]>();
  for (const change of changes) {
    const kind = kindOf(change);
    const line = open.get(kind);
    const last = line?.at(-1);
    if (line && last && Math.abs(Date.parse(last.changedOn) - Date.parse(change.changedOn)) <= closeInTime)
      line.push(change);
    else {
      const next = [change];
      open.set(kind, next);
      lines.push(next);
    }
  }
  const place = new Map(changes.map((change, index) => [change, index]));
  return lines
    .flatMap((line) => (line.length < fewestAlike ? line.map((change) => [change]) : [line]))
    .sort(([a], [b]) => (place.get(a as Change) ?? 0) - (place.get(b as Change) ?? 0));
}

/** Splits changes by day. @param dayOf text of the day of an instant */
export function daysOf<Change extends HistoryRow>(
  changes: readonly Change[],
  dayOf: (instant: string) => string,
): { day: string; lines: Change[][] }[] {
  const days = new Map<string, Change[]>();
  for (const change of changes) {
    const day = dayOf(change.changedOn);
    days.set(day, [...(days.get(day) ?? []), change]);
  }
  return [...days].map(([day, ofDay]) => ({ day, lines: linesOf(ofDay) }));
}

/** A change of a list, with those alike behind it. */
export type FoldedRow<Change extends HistoryRow> = Change & {
  alike?: readonly Change[];
  /** One of the alike ones, below their first. */
  isBehind?: boolean;
};

/** Rows of a page, alike ones behind their first. @param unfolded ids of the first of those that are shown */
export function foldedRows<Change extends HistoryRow>(
  changes: readonly Change[],
  dayOf: (instant: string) => string,
  unfolded: ReadonlySet<string>,
): FoldedRow<Change>[] {
  return daysOf(changes, dayOf).flatMap(({ lines }) =>
    lines.flatMap(([first, ...alike]): FoldedRow<Change>[] => {
      if (!first) return [];
      if (alike.length === 0) return [first];
      const others = unfolded.has(first.id) ? alike.map((change) => ({ ...change, isBehind: true })) : [];
      return [{ ...first, alike }, ...others];
    }),
  );
}
