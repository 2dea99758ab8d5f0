import { sql } from "drizzle-orm";
import type { ColumnKind } from "../../lib/contract/export";
import { organisationTexts } from "../../lib/contract/organisation-settings";
import type { ReportSource } from "../../lib/contract/reports";
import { createFormat, type Format } from "../../lib/format/format";
import { wallClock } from "../../lib/format/zone";
import type { Language } from "../../lib/preferences/preferences";
import { idArray } from "../access/memberships";
import { preferencesOf } from "../access/preferences";
import { areaTexts } from "../area-texts";
import type { ListFacts } from "../database/list";
import { plannedAnew } from "../database/statement-client";
import type { Database } from "../database/transaction";
import { statementOf } from "../export/statement";
import { exportTexts } from "../export/texts";
import { RequestError } from "../http/errors";
import { appearanceIn } from "../organisation/appearance";
import { snakeCase } from "../records/columns";
import { evaluate, type Filter, isMoment, isTrue, type Value } from "./expression";
import type { RowTexts, Texts } from "./layout-process";
import { type NestedList, nestedListsIn, sources } from "./sources";
import type { Plan, Question } from "./template";

type Raw = Record<string, unknown>;

/** What a report tells besides its rows. */
export interface ReportFacts {
  reportName: string;
  source: ReportSource;
  rowCount: number;
  author: { name: string; userName: string };
  organisation: Readonly<Record<string, string>>;
  /** The id of the logo. */
  logo: string | null;
  now: Date;
  format: Format;
  yes: string;
  no: string;
  /** The lists within the rows that are told of, in the order in which rows bring them. */
  lists: readonly string[];
  /** What the parts of permissions' names are called. */
  permissionLabels: Readonly<Record<string, string>>;
}

export interface Asking {
  tenantName: string;
  user: { userId: string; userName: string; displayName: string };
  language: Language;
  /** Of the request; that of the user's preferences goes before it. */
  timeZone?: string;
}

/** What a report tells besides its rows, in the formats of whoever asks for it. */
export async function reportFacts(
  db: Database,
  report: { reportNameTranslated: string; source: ReportSource },
  { placeholders }: { placeholders: readonly string[] },
  { tenantName, user, language, timeZone = "UTC" }: Asking,
): Promise<Omit<ReportFacts, "rowCount">> {
  const preferences = await preferencesOf(db, user.userId);
  const { rows } = await db.execute<Raw>(sql`
    select ${sql.join(
      organisationTexts.map((name) => sql`${sql.identifier(snakeCase(name))} as ${sql.identifier(name)}`),
      sql`, `,
    )} from organisation_settings`);
  const organisation = rows[0] ?? { companyName: tenantName };
  const { logo } = await appearanceIn(db);
  const { yes, no } = exportTexts(language, report.source);
  return {
    reportName: report.reportNameTranslated,
    source: report.source,
    author: { name: user.displayName, userName: user.userName },
    organisation: organisation as Record<string, string>,
    logo,
    now: new Date(),
    format: createFormat({ preferences, language, timeZone: preferences.timezone || timeZone }),
    yes,
    no,
    lists: nestedListsIn(report.source, placeholders),
    permissionLabels: areaTexts[language].permissions,
  };
}

/** The values of a row, in the order of the source's columns, and behind them the entries of each of its lists. */
export type RawRow = readonly unknown[];

const batchSize = 500;

interface AskedRows {
  phrase: string;
  /** Rows at all. */
  most: number;
  facts: Omit<ListFacts, "rowLimit">;
  /** The ids of those that are meant; all that the phrase finds unless given. */
  among?: readonly string[];
}

/** Entries of lists within rows, at all. */
const mostEntries = 100_000;

function askedOf(source: ReportSource, { phrase, among }: AskedRows) {
  const { list, sortBy } = sources[source];
  const where = among ? sql`${list.where} and ${list.id} = any(${idArray(among)})` : list.where;
  return {
    list: { ...list, where },
    query: { sortBy, sortDir: "asc" as const, phrase, filters: [] },
  };
}

/**
 * The rows of a report's source, some at a time, read in the running transaction.
 * @param lists the lists within them that are wanted too
 * @throws {RequestError} 400 `tooManyRows` for more entries of lists than fit into a document
 */
export async function* rowsOf(
  db: Database,
  source: ReportSource,
  asked: AskedRows & { lists: readonly string[] },
): AsyncGenerator<RawRow[]> {
  const { list, query } = askedOf(source, asked);
  const columns = Object.entries(sources[source].columns).map(([field, kind]) => ({ field, kind }));
  const fields = [...columns, { field: "page_id", kind: "text" as const }];
  let entries = 0;
  await db.execute(
    sql`declare report_rows no scroll cursor without hold for ${statementOf(list, query, fields, asked.facts)}`,
  );
  for (let left = asked.most; left > 0; left -= batchSize) {
    const count = sql.raw(String(Math.min(batchSize, left)));
    const { rows } = await db.execute<Raw>(sql`fetch ${count} from report_rows`);
    if (rows.length === 0) break;
    const ids = rows.map((row) => row[`c${columns.length}`] as string);
    const nested: Map<string, unknown[]>[] = [];
    for (const name of asked.lists) {
      const found = await entriesOf(
        db,
        sources[source].nested[name] as NestedList,
        ids,
        mostEntries - entries,
      );
      for (const of of found.values()) entries += of.length;
      nested.push(found);
    }
    yield rows.map((row, at) => [
      ...columns.map((_, index) => row[`c${index}`]),
      ...nested.map((found) => found.get(ids[at] as string) ?? []),
    ]);
  }
  await db.execute(sql`close report_rows`);
}

/** The entries that records have in a list, by the ids of the records. @throws {RequestError} 400 for more than `most` */
async function entriesOf(
  db: Database,
  { read }: NestedList,
  ids: readonly string[],
  most: number,
): Promise<Map<string, unknown[]>> {
  const { rows } = await db.execute<{ id: string; value: unknown }>(
    sql`${plannedAnew} ${read(idArray(ids))} limit ${most + 1}`,
  );
  if (rows.length > most)
    throw new RequestError("tooManyRows", { status: 400, values: { limit: mostEntries } });
  const found = new Map<string, unknown[]>();
  for (const { id, value } of rows) {
    const entries = found.get(id);
    if (entries) entries.push(value);
    else found.set(id, [value]);
  }
  return found;
}

/** The ids of the rows of a report's source, in their order. */
export async function idsOf(db: Database, source: ReportSource, asked: AskedRows): Promise<string[]> {
  const { list, query } = askedOf(source, asked);
  const id = [{ field: "page_id", kind: "text" as const }];
  const { rows } = await db.execute<{ c0: string }>(
    sql`${statementOf(list, query, id, asked.facts)} limit ${asked.most}`,
  );
  return rows.map(({ c0 }) => c0);
}

/** Works out what a layout asks for: once, and row after row. */
export class Answers {
  private readonly places: ReadonlyMap<string, { index: number; kind: ColumnKind }>;
  private readonly show = (value: Value, filter?: Filter): string =>
    storable(shown(value, filter, this.facts));

  constructor(
    private readonly plan: Plan,
    private readonly facts: ReportFacts,
  ) {
    const columns = Object.entries(sources[facts.source].columns);
    this.places = new Map(columns.map(([name, kind], index) => [name, { index, kind }]));
  }

  ofReport(): Texts {
    return this.plan.ofReport.map((question) => this.answer(question, (name) => this.reportValue(name)));
  }

  /** @param number from 1 on */
  ofRow(row: RawRow, number: number): RowTexts {
    const lookUp = (name: string): Value => {
      if (name === "rowNumber") return number;
      const place = this.places.get(name);
      return place ? valueIn(place.kind, row[place.index]) : this.reportValue(name);
    };
    return [
      ...this.plan.ofRow.map((question) => this.answer(question, lookUp)),
      ...Object.entries(this.plan.ofEntry).map(([list, asked]) => this.ofEntries(list, asked, row, lookUp)),
    ];
  }

  private ofEntries(
    list: string,
    asked: readonly Question[],
    row: RawRow,
    lookUp: (name: string) => Value,
  ): Texts[] {
    const place = this.facts.lists.indexOf(list);
    const entries = place < 0 ? [] : ((row[this.places.size + place] ?? []) as unknown[][]);
    const { columns } = sources[this.facts.source].nested[list] as NestedList;
    return entries.map((entry, index) => {
      const inEntry = (name: string): Value => {
        if (name === "itemNumber") return index + 1;
        const at = columns.indexOf(name);
        return at < 0 ? lookUp(name) : this.entryValue(entry[at]);
      };
      return asked.map((question) => this.answer(question, inEntry));
    });
  }

  private entryValue(value: unknown): Value {
    const isPermission = typeof value === "object" && value !== null && "permission" in value;
    return isPermission ? this.labelOf(String(value.permission)) : ((value ?? null) as Value);
  }

  /** `RoleView_UserSection_AddAction` reads "Roles › Users of the role › Add". */
  private labelOf(permission: string): string {
    const { permissionLabels: labels } = this.facts;
    const parts = permission.split("_");
    const labelOf = (part: string, index: number) =>
      labels[parts.slice(0, index + 1).join("_")] ?? labels[part] ?? part;
    return parts.map(labelOf).join(" › ");
  }

  private answer({ expression, isCondition }: Question, lookUp: (name: string) => Value): string | boolean {
    const value = evaluate(expression, lookUp, this.show);
    return isCondition ? isTrue(value) : this.show(value);
  }

  private reportValue(name: string): Value {
    const { reportName, rowCount, author, organisation, now, format } = this.facts;
    const [first, last = ""] = name.split(".");
    if (first === "organisation") return (Object.hasOwn(organisation, last) && organisation[last]) || null;
    switch (name) {
      case "reportName":
        return reportName;
      case "rowCount":
        return rowCount;
      case "now":
        return { moment: now.toISOString() };
      case "today":
        return { moment: new Date(wallClock(now.getTime(), format.timeZone)).toISOString().slice(0, 10) };
      case "author.name":
        return author.name;
      case "author.userName":
        return author.userName;
      default:
        return null;
    }
  }
}

function valueIn(kind: ColumnKind, value: unknown): Value {
  if (value === null || value === undefined) return null;
  switch (kind) {
    case "number":
      return Number(value);
    case "boolean":
      return Boolean(value);
    case "day":
      return { moment: String(value) };
    case "text":
      return String(value);
    default:
      return { moment: new Date(Number(value)).toISOString() };
  }
}

function shown(value: Value, filter: Filter | undefined, { format, yes, no }: ReportFacts): string {
  if (value === null) return "";
  if (isMoment(value)) return momentIn(value.moment, filter, format);
  switch (typeof value) {
    case "boolean":
      return value ? yes : no;
    case "number":
      return format.number(value);
    default:
      return value;
  }
}

function momentIn(moment: string, filter: Filter | undefined, format: Format): string {
  switch (filter) {
    case "date":
    case "longDate":
    case "time":
    case "longTime":
    case "dateTime":
    case "longDateTime":
      return format[filter](moment);
    default:
      return format.dateTime(moment);
  }
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: XML has no way to write these
const unwritable = /[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/g;
const halves = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;

const storable = (text: string) => text.replace(unwritable, "").replace(halves, "");
