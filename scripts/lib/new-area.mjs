import { CliError } from "./cli-error.mjs";

/**
 * Description of a new area, from the parameters of `npm run new:area`.
 * @typedef {{ name: string, kind: keyof typeof kinds, isRequired: boolean, values: string[], decimals?: number }} Column
 * @typedef {{ area: string, record: string, columns: Column[] }} NewArea
 */

/**
 * The available kinds of columns: their declaration in the contract and their type in SQL. `hasEmpty`: missing values are
 * empty rather than null. `rule`: the rule of lib/validation/rules.ts.
 */
const kinds = {
  text: { call: "text(200", sql: "text", hasEmpty: true },
  email: { call: "text(254", sql: "text", hasEmpty: true, rule: "email" },
  phone: { call: "text(50", sql: "text", hasEmpty: true, rule: "phoneNumber" },
  website: { call: "text(2000", sql: "text", hasEmpty: true, rule: "website" },
  int: { call: "int(", sql: "integer" },
  number: { call: "number(", sql: "numeric" },
  flag: { call: "flag(", sql: "boolean", initial: "false" },
  day: { call: "day(", sql: "date" },
  instant: { call: "instant(", sql: "timestamptz(3)" },
  choice: { call: "choice(", sql: "text" },
  html: { call: "html(", sql: "text", hasEmpty: true },
};

const longest = 30;
/** Names in every record, in the parameters of lists and saves, and in every PostgreSQL table. */
const reservedColumns = new Set(
  "createdOn createdBy createdByName createdBySort updatedOn updatedBy updatedByName archivedOn version tenantId searchText page pageLimit phrase sortBy sortDir filters ctid xmin xmax cmin cmax tableoid".split(
    " ",
  ),
);
/** Reserved in PostgreSQL, where columns are unquoted. */
const reservedInSql = new Set(
  "all analyse analyze and any array as asc asymmetric authorization binary both case cast check collate collation column concurrently constraint create cross default deferrable desc distinct do else end except false fetch for foreign freeze from full grant group having ilike in initially inner intersect into is isnull join lateral leading left like limit localtime localtimestamp natural not notnull null offset on only or order outer overlaps placing primary references returning right select session_user similar some symmetric table tablesample then to trailing true union unique user using variadic verbose when where window with".split(
    " ",
  ),
);
/** Reserved in JavaScript, where areas are module names, and names imported by an area's files. */
const reservedInCode = new Set(
  "arguments await break case catch class const continue debugger default delete do else enum eval export extends false finally for function if implements import in instanceof interface let new null package private protected public return static super switch this throw true try typeof var void while with yield column contract email implement phoneNumber website".split(
    " ",
  ),
);

/** @param {string} name such as `price-lists` @returns {string} `priceLists` */
export const camel = (name) => name.replace(/-(\w)/g, (_, letter) => letter.toUpperCase());
/** @param {string} name such as `priceList` @returns {string} `PriceList` */
export const pascal = (name) => name.charAt(0).toUpperCase() + camel(name).slice(1);
/** @param {string} name such as `priceList` @returns {string} `price_list` */
export const snake = (name) => camel(name).replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
/** @param {string} name such as `priceList` @returns {string} `price list` */
const toWords = (name) => snake(name).replaceAll("_", " ");
/** @param {string} name */
const sentence = (name) => toWords(name).replace(/^./, (letter) => letter.toUpperCase());

/**
 * @param {string} area such as `price-lists`
 * @returns {string | undefined} singular name of a record, `priceList`, if it can be derived
 */
function singular(area) {
  const name = camel(area);
  if (/(?:[^s]|[-\d]s|ss|us|is|news|series|species)$/.test(area) || area.length < 3) return undefined;
  if (/[^aeiou]ies$/.test(name)) return name.replace(/ies$/, "y");
  if (/(?:ss|sh|ch|x|zz|[^aeo]us)es$/.test(name)) return name.replace(/es$/, "");
  return name.replace(/s$/, "");
}

/**
 * @param {string} text such as `supplierName:text!, state:choice(open|closed)`
 * @returns {Column[]}
 * @throws {CliError} naming the column and the correct form
 */
export function parseColumns(text) {
  const columns = text.split(",").map((part) => {
    const [, name = "", kind = "", given, mark] =
      /^\s*(\w+)\s*:\s*(\w+)(?:\(([^()]*)\))?(!?)\s*$/.exec(part) ?? [];
    const failColumn = (/** @type {string} */ what) => new CliError(`The column "${part.trim()}" ${what}`);
    if (!name)
      throw failColumn("is not to be understood: write name:kind, and ! after it where a value is needed.");
    if (!Object.hasOwn(kinds, kind))
      throw failColumn(
        `has no known kind: there are ${Object.keys(kinds).join(", ")}. Others, such as references, are written by hand: see docs/adding-an-area.md.`,
      );
    if (!/^[a-z][a-zA-Z0-9]*$/.test(name) || name.length > longest)
      throw failColumn(`needs a name such as supplierName, of at most ${longest} letters and digits.`);
    if (reservedColumns.has(name) || name in {} || reservedInSql.has(snake(name)))
      throw failColumn(
        "has a name that is taken: every record has it, or SQL does not let a column be called so.",
      );
    if (kind === "html" && mark) throw failColumn("cannot be needed: rich text may be empty.");
    const decimals = kind === "number" && /^[0-6]$/.test(given ?? "") ? Number(given) : undefined;
    const values = decimals === undefined ? (given?.split("|").map((value) => value.trim()) ?? []) : [];
    if ((kind === "choice") !== values.length > 0)
      throw failColumn(
        "names values where there is no choice, or none where there is: write choice(open|closed).",
      );
    if (
      values.some((value) => !/^[a-z][a-zA-Z0-9]{0,29}$/.test(value)) ||
      new Set(values).size < values.length
    )
      throw failColumn("has a value that is empty, there twice or no name such as inProgress.");
    return { name, kind: /** @type {Column["kind"]} */ (kind), isRequired: mark === "!", values, decimals };
  });
  const twice = columns.find(({ name }, index) => columns.findIndex((one) => one.name === name) < index);
  if (twice) throw new CliError(`There are two columns ${twice.name}.`);
  const sorted = columns.find(({ name }) => columns.some((other) => other.name === `${name}Sort`));
  if (sorted)
    throw new CliError(
      `No column can be called ${sorted.name}Sort: that is what ${sorted.name} is sorted by.`,
    );
  if (columns.length > 50) throw new CliError("An area has at most 50 columns to begin with.");
  if (!columns.some(({ kind, isRequired }) => kind === "text" && isRequired))
    throw new CliError(
      "One column has to be what a record is called: a text that is needed, such as supplierName:text!",
    );
  return columns;
}

/**
 * @param {string[]} parameters the area's name, with its record's name if not derivable, and its columns
 * @param {ReadonlySet<string>} reserved names in use
 * @returns {NewArea}
 * @throws {CliError} if either is missing or invalid
 */
export function readNewArea([names, columns, ...more], reserved) {
  if (!names || !columns || more.length)
    throw new CliError(
      'Say what it is: npm run new:area -- suppliers "supplierName:text!, rating:int, since:day"',
    );
  const [area = "", given, ...others] = names.split(":");
  const failArea = (/** @type {string} */ what) => new CliError(`No area can be called "${area}": ${what}`);
  if (!/^[a-z][a-z0-9]*(-[a-z][a-z0-9]*)*$/.test(area) || area.length > longest)
    throw failArea(
      `its name has small letters, digits and hyphens between them, at most ${longest}, such as price-lists.`,
    );
  if (reserved.has(area)) throw failArea("an address, a file or a table is called so already.");
  const record = given ?? singular(area);
  if (record === undefined)
    throw failArea("it is no plural that tells what one record is called; say so, as in people:person.");
  if (!/^[a-z][a-zA-Z0-9]*$/.test(record) || record.length > longest || record in {} || others.length > 0)
    throw failArea(
      `one of its records cannot be called "${[record, ...others].join(":")}", but such as priceList.`,
    );
  const name = camel(area);
  if (
    reservedInCode.has(name) ||
    name in {} ||
    reservedInSql.has(snake(area)) ||
    [`${record}Records`, `${record}Permissions`].includes(name)
  )
    throw failArea("the word means something else in code.");
  const parsed = parseColumns(columns);
  if (parsed.some((column) => column.name === `${record}Id`))
    throw new CliError(`The column ${record}Id is what every record has; leave it out.`);
  return { area, record, columns: parsed };
}

/** @param {NewArea} area @returns {Column} the column with a record's name */
const nameColumn = ({ columns }) =>
  /** @type {Column} */ (columns.find(({ kind, isRequired }) => kind === "text" && isRequired));

/** @param {Column} column @param {boolean} isName */
function declaration({ kind, isRequired, values, decimals, name }, isName) {
  const { call, ...traits } =
    /** @type {{ call: string, hasEmpty?: true, rule?: string, initial?: string }} */ (kinds[kind]);
  const declaredTraits = [
    ...(isRequired && !traits.initial && kind !== "html" ? ["required: true"] : []),
    ...(isName ? ["unique: true", "searched: true"] : []),
    ...(!isRequired && !traits.hasEmpty && !traits.initial ? ["optional: true"] : []),
    ...(decimals === undefined ? [] : [`decimals: ${decimals}`]),
    ...(traits.rule ? [`schema: ${traits.rule}()${isRequired ? ".min(1)" : ""}`] : []),
  ];
  // Columns of these kinds are required by default.
  const shown = traits.hasEmpty
    ? declaredTraits
    : declaredTraits.filter((trait) => trait !== "required: true");
  const args = [
    ...(values.length ? [`[${values.map((value) => `"${value}"`).join(", ")}]`] : []),
    ...(shown.length ? [`{ ${shown.join(", ")} }`] : []),
  ].join(", ");
  const gap = call.endsWith("(") || !args ? "" : ", ";
  return `    ${name}: column.${call}${gap}${args}),`;
}

/** @param {NewArea} area @param {number} place */
function contractFile(area, place) {
  const { record, columns } = area;
  const rules = [
    ...new Set(
      columns.flatMap(({ kind }) => {
        const { rule } = /** @type {{ rule?: string }} */ (kinds[kind]);
        return rule ? [rule] : [];
      }),
    ),
  ].sort();
  const name = nameColumn(area);
  return `${rules.length ? `import { ${rules.join(", ")} } from "../validation/rules";\n` : ""}import { column, defineRecords } from "./records";

export const ${record}Records = defineRecords("${area.area}", {
  record: "${record}",
  name: "${name.name}",
  view: "${pascal(record)}View",
  place: ${place},
  columns: {
${columns.map((column) => declaration(column, column === name)).join("\n")}
  },
});
export const { calls: ${camel(area.area)}, permissions: ${record}Permissions } = ${record}Records;
`;
}

/** @param {NewArea} area */
function migrationFile(area) {
  const { record, columns } = area;
  const table = snake(area.area);
  const lines = columns.map(({ name, kind, isRequired }) => {
    const { sql, hasEmpty, initial } = /** @type {{ sql: string, hasEmpty?: true, initial?: string }} */ (
      kinds[kind]
    );
    const empty = initial ?? (hasEmpty && (!isRequired || kind === "html") ? "''" : undefined);
    return `  ${snake(name)} ${sql}${isRequired || empty !== undefined ? " not null" : ""}${empty === undefined ? "" : ` default ${empty}`}`;
  });
  const name = snake(nameColumn(area).name);
  const unlisted = columns.filter(({ kind }) => kind === "html").map((column) => snake(column.name));
  return `-- rolling
create table ${table} (
${lines.join(",\n")}
);

select make_records('${table}', '${pascal(record)}', '${name}', uniques => '{${name}}'${unlisted.length ? `, unlisted => '{${unlisted}}'` : ""});
`;
}

/** @param {string} area @returns {string} member expression for an object */
const member = (area) => (area.includes("-") ? `["${area}"]` : `.${area}`);

/** @param {NewArea} area */
function apiFile({ area, record }) {
  return `import { contract } from "../../../lib/contract";
import { ${record}Records } from "../../../lib/contract/${area}";
import { implement } from "../../endpoint/route";
import { recordHandlers } from "../../records/handlers";
import { recordTable } from "../../records/table";

export const table = recordTable(${record}Records);
export const routes = implement(contract${member(area)}, recordHandlers(table));
`;
}

/** @param {NewArea} area @param {number} place */
function screensFile({ area, record, columns }, place) {
  const rows = columns.map(({ name }) => `["${name}"]`).join(", ");
  return `import { Folder } from "lucide-react";
import { contract } from "@/lib/contract";
import type { Area } from "../../area/area";
import { recordArea } from "../record-area";

export const ${camel(area)}Area: Area = recordArea(
  { calls: contract${member(area)}, view: "${pascal(record)}View", icon: Folder },
  {
    place: ${place},
    inSettings: true,
    records: () => import("@/lib/contract/${area}").then(({ ${record}Records }) => ${record}Records),
    form: [${rows}],
  },
);
`;
}

/** Prefix of an English text in another language's file, until it is translated. */
export const untranslated = "(en) ";

/** @param {string} language @param {string} one @param {string} other */
function plural(language, one, other) {
  const categories = new Intl.PluralRules(language).resolvedOptions().pluralCategories;
  // Where "one" includes 21, the number 1 needs a separate form.
  const single = new Intl.PluralRules(language).select(21) === "one" ? ["=1"] : ["one"];
  const wanted = [...new Set([...single, ...categories])];
  return `{count, plural, ${wanted.map((category) => `${category} {${category === single[0] ? one : other}}`).join(" ")}}`;
}

/** @param {NewArea} area @param {string} language */
function wordsFile({ area, record, columns }, language) {
  const mark = language === "en" ? "" : untranslated;
  const [many, one] = [toWords(area), toWords(record)];
  const withMark = (/** @type {string} */ text) => mark + text;
  const each = (/** @type {string[]} */ names) =>
    Object.fromEntries(names.map((name) => [name, withMark(sentence(name))]));
  const choices = columns.filter(({ values }) => values.length);
  const words = {
    title: withMark(sentence(area)),
    new: withMark(`New ${one}`),
    create: withMark(`Create ${one}`),
    createHint: withMark(`What there is to know of the ${one}.`),
    empty: withMark(`No ${many} yet`),
    emptyHint: withMark("Add the first one."),
    fields: each(columns.map(({ name }) => name)),
    ...(choices.length && {
      choices: Object.fromEntries(choices.map(({ name, values }) => [name, each(values)])),
    }),
    sections: each([record]),
    delete: {
      title: withMark(plural(language, `Delete the ${one} {name}?`, `Delete # ${many}?`)),
      lost: withMark("The history is kept."),
      confirm: withMark(plural(language, `Delete ${one}`, `Delete # ${many}`)),
    },
    permissions: { [`${pascal(record)}View`]: withMark(sentence(area)) },
    changes: Object.fromEntries(
      ["Created", "Updated", "Deleted", "Restored"].map((change) => [
        pascal(record) + change,
        withMark(`${sentence(record)} ${change === "Updated" ? "changed" : change.toLowerCase()}`),
      ]),
    ),
    export: { file: area, sheet: withMark(sentence(area)) },
  };
  return `${JSON.stringify(words, null, 2)}\n`;
}

/** @param {Column} column @returns {string} a valid value, as code */
function sample({ kind, values, decimals }) {
  const samples = {
    text: '"A"',
    email: '"a@example.test"',
    phone: '"+49 30 1"',
    website: '"https://example.test"',
    int: "3",
    number: decimals === 0 ? "3" : "2.5",
    flag: "true",
    day: '"2026-02-28"',
    instant: '"2026-02-28T12:00:00.000Z"',
    choice: `"${values[0]}"`,
    html: '"<p>A</p>"',
  };
  return samples[kind];
}

/** @param {NewArea} area */
function apiTestFile(area) {
  const { record, columns } = area;
  const name = nameColumn(area).name;
  const rest = columns.filter((column) => column.name !== name);
  const all = rest.map((column) => `${column.name}: ${sample(column)}`).join(", ");
  return `import { expect, test } from "vitest";
import { describeApi } from "../../testing/api";
import { personWith, unique } from "../../testing/factories";

describeApi("${area.area}", (api) => {
  const given = { ${all} };
  const create = (as = api.administrator) =>
    api.request("/${area.area}", { method: "POST", as, body: { ${name}: unique("${sentence(record)} "), ...given } });

  test("[PM-02] view permission alone does not allow creating", async () => {
    const { as } = await personWith(api, ["${pascal(record)}View"]);
    expect((await create(as)).status).toBe(403);
    expect((await create()).status).toBe(200);
  });

  test("[BE-01] a saved record is returned", async () => {
    const { body: id } = await create();
    const { body } = await api.request(\`/${area.area}/\${id}\`, { as: api.administrator });
    expect(body).toMatchObject(given);
  });
});
`;
}

/** @param {NewArea} area */
function browserTestFile(area) {
  const { record } = area;
  const name = nameColumn(area).name;
  const rest = area.columns.filter((column) => column.isRequired && column.name !== name);
  const body = [`${name}: name`, ...rest.map((column) => `${column.name}: ${sample(column)}`)].join(", ");
  return `import { contract } from "@/lib/contract";
import { expect, test, uniqueName } from "./fixtures/test";
import { ResourceTable } from "./pages/resource";

test("[TL-01] a record of ${area.area} is found by its name", { tag: "@main" }, async ({
  signedInPage: page,
  product,
  api,
}) => {
  const name = uniqueName("${sentence(record)}");
  await api.call(contract${member(area.area)}.create, { body: { ${body} } });
  await page.goto(product.at(\`/${area.area}?phrase=\${name}\`));
  await expect(new ResourceTable(page, "${sentence(area.area)}").rows).toHaveCount(1);
});
`;
}

/**
 * The files of a new area by path relative to the project's folder, before formatting.
 * @param {NewArea} area
 * @param {{ migration: number, place: number, languages: string[] }} where position among the other areas
 * @returns {Map<string, string>}
 */
export function filesOf(area, { migration, place, languages }) {
  const name = area.area;
  return new Map([
    ...languages.map(
      (language) => /** @type {const} */ ([`messages/${language}/${name}.json`, wordsFile(area, language)]),
    ),
    [`lib/contract/${name}.ts`, contractFile(area, place)],
    [`backend/migrations/${String(migration).padStart(4, "0")}_${snake(name)}.sql`, migrationFile(area)],
    [`backend/areas/${name}/index.ts`, apiFile(area)],
    [`backend/areas/${name}/${name}.test.ts`, apiTestFile(area)],
    [`components/areas/${name}/index.ts`, screensFile(area, place)],
    [`tests/e2e/${name}.spec.ts`, browserTestFile(area)],
  ]);
}
