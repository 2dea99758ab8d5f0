import * as z from "zod";

/** Raised when drafts are written otherwise; those of another number are not offered but thrown away. */
export const draftFormat = 1;

/** Days after which what nobody came back for is thrown away. */
const keptDays = 30;
export const keptFor = keptDays * 24 * 60 * 60 * 1000;

/** UTF-16 code units of one draft at most, and of all together; beyond that the oldest go. */
export const maxDraftLength = 4_000_000;
export const maxStoreLength = 40_000_000;

/** Whose draft it is, and of what. */
const draftPlace = z.object({
  /** Base path, tenant and user: nobody is offered the words of somebody else. */
  owner: z.string(),
  /** The address of the view, such as `/users/12`. */
  path: z.string(),
  /** Unique within the view. */
  section: z.string(),
});
export type DraftPlace = z.output<typeof draftPlace>;

const fieldValues = z.record(z.string(), z.unknown());
export type FieldValues = z.output<typeof fieldValues>;

/** What was typed into a form and not saved yet. */
const draftSchema = draftPlace.extend({
  format: z.literal(draftFormat),
  /** One for each time that a form was begun to be filled in. */
  id: z.string().min(1),
  /** What the section and its fields were called, for when there is nothing left to show them in. */
  title: z.string(),
  labels: z.record(z.string(), z.string()),
  values: fieldValues,
  /** The values that the edit began with. */
  base: fieldValues,
  /** The record's version that the edit began with; none for a record that is still to be made. */
  baseVersion: z.int().optional(),
  /** Fields that are never kept: secrets, and files. */
  omitted: z.array(z.string()),
  /** The key under which exactly these values were sent to be saved, with an answer that never came. */
  attempt: z.string().optional(),
  /** Milliseconds since 1970. */
  savedAt: z.number(),
});
export type Draft = z.output<typeof draftSchema>;

/** @returns undefined for what was written by another version of the product, was damaged, or is too old */
export function readDraft(stored: unknown, now: number): Draft | undefined {
  const { data } = draftSchema.safeParse(stored);
  return data && now - data.savedAt < keptFor ? data : undefined;
}

// Fields that hold a secret say so; the names are a second net below them.
const secretName = /password|passphrase|secret|token|api[-_]?key|\bpin\b/i;

/** The values that may be kept, and the names of those that may not. */
export function keepable(
  values: Readonly<FieldValues>,
  secrets: ReadonlySet<string>,
): { values: FieldValues; omitted: string[] } {
  const kept: FieldValues = {};
  const omitted: string[] = [];
  for (const [name, value] of Object.entries(values)) {
    if (secrets.has(name) || secretName.test(name) || !isPlain(value)) {
      if (!isEmpty(value)) omitted.push(name);
    } else kept[name] = value;
  }
  return { values: kept, omitted };
}

/**
 * Takes of a draft what the form has fields for, and of the form what the draft knows nothing of. A field that has
 * come to hold something of another kind since, a list in place of a text, keeps what the form has.
 */
export function fitted<Values extends FieldValues>(form: Values, draft: Readonly<FieldValues>): Values {
  const names = Object.keys(form).filter(
    (name) => name in draft && kindOf(form[name]) === kindOf(draft[name]),
  );
  return { ...form, ...Object.fromEntries(names.map((name) => [name, draft[name]])) };
}

function kindOf(value: unknown): "list" | "object" | "simple" {
  if (Array.isArray(value)) return "list";
  return typeof value === "object" && value !== null ? "object" : "simple";
}

/** Survives being written as JSON: neither a file nor anything else that has a class of its own. */
function isPlain(value: unknown): boolean {
  if (value === null || ["string", "number", "boolean", "undefined"].includes(typeof value)) return true;
  if (Array.isArray(value)) return value.every(isPlain);
  return (
    typeof value === "object" &&
    Object.getPrototypeOf(value) === Object.prototype &&
    Object.values(value).every(isPlain)
  );
}

function isEmpty(value: unknown): boolean {
  return value === undefined || value === null || value === "";
}
