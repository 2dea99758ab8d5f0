import type { ExportColumnKind } from "../../../../lib/contract/export-columns";
import { organisationTexts } from "../../../../lib/contract/organisation-settings";
import type { ReportSource } from "../../../../lib/contract/report-sources";
import { createFormat, type Format } from "../../../../lib/format/format";
import { wallClock } from "../../../../lib/format/zone";
import type { Language } from "../../../../lib/preferences/preferences";
import { preferencesOf } from "../../../access/preferences";
import { areaTexts } from "../../../core/area-texts";
import { sql } from "../../../database/sql";
import type { Database } from "../../../database/transaction";
import { exportTexts } from "../../../export/texts";
import { snakeCase } from "../../../lists/columns";
import { appearanceIn } from "../../../organisation/appearance";
import { evaluate, isMoment, isTrue } from "./evaluate";
import type { Filter, Value } from "./expression";
import type { RowTexts, Texts } from "./layout-process";
import { inPlural, withDecimals } from "./numbers";
import type { Plan, Question } from "./plan";
import type { RawRow } from "./report-rows";
import { type NestedList, nestedListsIn, sources } from "./sources";

type Raw = Record<string, unknown>;

/** A report's data besides its rows. */
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
  language: Language;
  yes: string;
  no: string;
  /** The lists within the rows that are used, in the order of each row's lists. */
  lists: readonly string[];
  /** The names of the parts of permissions. */
  permissionLabels: Readonly<Record<string, string>>;
}

export interface Asking {
  tenantName: string;
  user: { userId: string; userName: string; displayName: string };
  language: Language;
  /** From the request; the one in the user's preferences takes precedence. */
  timeZone?: string;
}

/** A report's data besides its rows, in the user's formats. */
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
      ", ",
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
    language,
    yes,
    no,
    lists: nestedListsIn(report.source, placeholders),
    permissionLabels: areaTexts[language].permissions,
  };
}

/** Evaluates a layout's expressions: once, and row by row. */
export class Answers {
  private readonly places: ReadonlyMap<string, { index: number; kind: ExportColumnKind }>;
  private readonly show = (value: Value, filter?: Filter, given?: readonly Value[]): string =>
    storable(shown(value, filter, given, this.facts));

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

  /** `RoleView_UserSection_AddAction` becomes "Roles › Users of the role › Add". */
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

function valueIn(kind: ExportColumnKind, value: unknown): Value {
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

function shown(
  value: Value,
  filter: Filter | undefined,
  given: readonly Value[] = [],
  facts: ReportFacts,
): string {
  const { format, language, yes, no } = facts;
  if (value === null) return "";
  const text = (each: Value) => shown(each, undefined, [], facts);
  if (isMoment(value)) return momentIn(value.moment, filter, format);
  switch (typeof value) {
    case "boolean":
      return value ? yes : no;
    case "number":
      if (filter === "plural") return inPlural(value, given.map(text), format, language);
      return filter === "number" && given.length > 0
        ? withDecimals(value, Number(given[0]), language)
        : format.number(value);
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

/** Line and page breaks other than `\n`. */
const lineEnds = /\r\n|[\r\v\f\u0085\u2028\u2029]/g;
// biome-ignore lint/suspicious/noControlCharactersInRegex: XML cannot represent these, and programs do not show them
const unwritable = /[\0-\x08\x0e-\x1f\x7f-\x9f\ufffe\uffff]/g;
const halves = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;

const storable = (text: string) => text.replace(lineEnds, "\n").replace(unwritable, "").replace(halves, "");
