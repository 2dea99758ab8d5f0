import * as z from "zod";

/** Increase when the format changes; drafts of another version are deleted. */
export const draftFormat = 1;

/** Days after which an unused draft is deleted. */
const maxAgeDays = 30;
export const keptFor = maxAgeDays * 24 * 60 * 60 * 1000;

/** Maximum UTF-16 code units of one draft, and in total; beyond that the oldest are deleted. */
export const maxDraftLength = 4_000_000;
export const maxStoreLength = 40_000_000;

/** Owner and location of a draft. */
const draftPlace = z.object({
  /** Base path, tenant and user: drafts are offered to their owner only. */
  owner: z.string(),
  /** The address of the view, such as `/users/12`. */
  path: z.string(),
  /** Unique within the view. */
  section: z.string(),
});
export type DraftPlace = z.output<typeof draftPlace>;

const fieldValues = z.record(z.string(), z.unknown());
export type FieldValues = z.output<typeof fieldValues>;

/** Unsaved input of a form. */
const draftSchema = draftPlace.extend({
  format: z.literal(draftFormat),
  /** Unique per edit of a form. */
  id: z.string().min(1),
  /** Titles of section and fields, for a draft without its form. */
  title: z.string(),
  labels: z.record(z.string(), z.string()),
  values: fieldValues,
  /** The initial values of the edit. */
  base: fieldValues,
  /** The record's version when the edit began; undefined for a new record. */
  baseVersion: z.int().optional(),
  /** Fields that are never kept: secrets and files. */
  omitted: z.array(z.string()),
  /** Idempotency key with which these values were sent, if no response came. */
  attempt: z.string().optional(),
  /** Milliseconds since 1970. */
  savedAt: z.number(),
});
export type Draft = z.output<typeof draftSchema>;

/** @returns undefined if the draft is damaged, too old, or of another version of the product */
export function readDraft(stored: unknown, now: number): Draft | undefined {
  const { data } = draftSchema.safeParse(stored);
  return data && now - data.savedAt < keptFor ? data : undefined;
}

// Secret fields are marked as such; the names are a second safeguard.
const secretName = /password|passphrase|secret|token|api[-_]?key|\bpin\b/i;

/** Returns the values that may be kept, and the names of the others. */
export function splitKeepable(
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

/** Merges a draft into the form: fields of the form that the draft has, if their type is still the same. */
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

/** Whether a value survives JSON: no file, nor other class instance. */
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
