import { expect, test } from "vitest";
import { placeholdersOf } from "./sources";
import { readTemplate } from "./template";

const read = (...texts: string[]) =>
  readTemplate(
    texts.map((text, index) => ({ part: "document", paragraph: index + 1, text })),
    placeholdersOf("users"),
    "users",
  );
const faultsOf = (...texts: string[]) =>
  read(...texts).faults.map(({ rule, values = {} }) => [
    rule,
    values.paragraph,
    values.text,
    values.suggestion,
  ]);

test.each<[string, string[], unknown[][]]>([
  ["an open brace", ["a", "{reportName, hello"], [["layoutBrace", 2, "{reportName, hello", "{reportName}"]]],
  ["an open brace before another", ["{now {today}"], [["layoutBrace", 1, "{now", "{now}"]]],
  ["nothing but a brace", ["{ , "], [["layoutBrace", 1, "{ ,", "{…}"]]],
  ["a stray brace", ["Dear reportName}"], [["layoutStrayBrace", 1, "Dear reportName}", "{reportName}"]]],
  ["a list without its end", ["{#rows}", "{lastName}"], [["layoutUnclosed", 1, "{#rows}", "{/rows}"]]],
  ["an end without a list", ["{/rows}"], [["layoutUnopened", 1, "{/rows}", "{#rows}"]]],
  ["another end", ["{#rows}{/row}"], [["layoutMismatch", 1, "{/row}", "{/rows}"]]],
  ["an unknown filter", ["{now | dat}"], [["layoutSyntax", 1, "{now | dat}", "date"]]],
  ["half an expression", ["{rowCount + }"], [["layoutSyntax", 1, "{rowCount + }", "{rowCount}"]]],
  ["nothing", ["{}"], [["layoutSyntax", 1, "{}", ""]]],
  ["raw markup", ["{@reportName}"], [["layoutSyntax", 1, "{@reportName}", "{reportName}"]]],
  ["other delimiters", ["{=[[ ]]=}"], [["layoutSyntax", 1, "{=[[ ]]=}", ""]]],
  ["a name with a blank", ["{#rows}{Last name}{/}"], [["layoutSyntax", 1, "{Last name}", "{lastName}"]]],
  ["a document per row", ["{-w:document rows}{/}"], [["layoutSyntax", 1, "{-w:document rows}", "{#rows}"]]],
  ["a body per row", ["a", "{-w:body users}{/users}"], [["layoutSyntax", 2, "{-w:body users}", "{#users}"]]],
  ["a paragraph of drawings", ["{-a:p rows}{/rows}"], [["layoutSyntax", 1, "{-a:p rows}", "{#rows}"]]],
  ["a call", ["{now()}"], [["layoutSyntax", 1, "{now()}", "{now}"]]],
  ["an index", ["{rows[0]}"], [["layoutSyntax", 1, "{rows[0]}", "{#rows}"]]],
  ["brackets without an end", ["{(now}"], [["layoutSyntax", 1, "{(now}", "(now)"]]],
  ["a list in a list", ["{#rows}{#roles}{#attributes}{/}{/}{/}"], [["layoutNested", 1, "{#attributes}", ""]]],
  ["rows in rows", ["{#rows}{#users}{/users}{/rows}"], [["layoutNested", 1, "{#users}", ""]]],
])("[RP-03] %s is a fault with its place and what is meant", (_, texts, faults) => {
  expect(faultsOf(...texts)).toEqual(faults);
});

test("[RP-03] conditions can be nested up to a limit", () => {
  const nested = (depth: number) => `${"{#rowCount}".repeat(depth)}${"{/}".repeat(depth)}`;
  expect(faultsOf(nested(20))).toEqual([]);
  expect(faultsOf(nested(21))).toHaveLength(1);
  expect(faultsOf(`{${"(".repeat(400)}1${")".repeat(400)}}`)).toHaveLength(1);
  expect(faultsOf(`{${"-".repeat(400)}1}`)).toHaveLength(1);
});

test("[RP-02] report and row placeholders are separated, with either kind of braces", () => {
  const plan = read("{{reportName}} {x} {{#rows}}{{lastName}} {{today}}{{#email}}{{email}}{{/}}{{/rows}}");
  const asked = (questions: typeof plan.ofRow) => questions.map(({ name }) => name);
  expect(plan).toMatchObject({
    delimiters: { start: "{{", end: "}}" },
    lists: ["#rows"],
    faults: [],
    problems: [],
  });
  expect([asked(plan.ofReport), asked(plan.ofRow)]).toEqual([
    ["reportName", "today"],
    ["lastName", "#email", "email"],
  ]);
  for (const element of ["tr", "tc", "tbl", "p", "r"])
    expect(read(`{-w:${element} users}{ lastName }{/users}`)).toMatchObject({
      lists: ["#users"],
      faults: [],
      problems: [],
    });
});

test("[RP-02] lists are nested in rows, and their placeholders are evaluated per entry", () => {
  const plan = read(
    "{#rows}{email}{#roles}{roleName}{email}{#roleName = email}x{/}{/roles}{^roles}{email}{/}{/}",
  );
  expect([plan.faults, plan.problems]).toEqual([[], []]);
  const asked = (questions: typeof plan.ofRow = []) => questions.map(({ name }) => name);
  expect([asked(plan.ofRow), asked(plan.ofEntry.roles)]).toEqual([
    ["email"],
    ["roleName", "#roleName = email"],
  ]);
  const lost = read("{roleName}{#roles}{/}{#rows}{roleName}{^roles}{roleName}{/}{#roles}{rolname}{/}{/}");
  expect(lost.problems.map(({ text, suggestion }) => [text, suggestion])).toEqual([
    ["{roleName}", "{#rows}"],
    ["{#roles}", "{#rows}"],
    ["{rolname}", "{roleName}"],
  ]);
});

test("[RP-03] placeholders of other programs are reported, with a suggestion", () => {
  const foreign = (text: string, foreign: string[] = []) =>
    readTemplate([{ part: "document", paragraph: 3, text, foreign }], placeholdersOf("users"), "users")
      .problems.filter(({ problem }) => problem === "foreign")
      .map(({ text, paragraph, suggestion }) => [text, paragraph, suggestion]);
  expect(foreign("", ["+++INS lastname+++", "[[x]]", "«Email»"])).toEqual([
    ["+++INS lastname+++", 3, "{lastName}"],
    ["[[x]]", 3, ""],
    ["«Email»", 3, "{email}"],
  ]);
  expect(foreign("{% for user in users %}", ["{% for user in users %}"])).toEqual([
    ["{% for user in users %}", 3, "{#users}"],
  ]);
  // For documents of another program this is the first error.
  const [fault] = readTemplate(
    [{ part: "document", paragraph: 3, text: "{ a +++", foreign: ["+++a+++"] }],
    placeholdersOf("users"),
    "users",
  ).faults;
  const values = { text: "+++a+++", paragraph: 3, suggestion: "{reportName}" };
  expect(fault).toEqual({ propertyName: "file", rule: "layoutForeign", values });
  // A document has one kind of braces.
  expect(foreign("{{reportName}} {today} {x} {#rows}")).toEqual([
    ["{today}", 3, "{{today}}"],
    ["{#rows}", 3, "{{#rows}}"],
  ]);
});

test("[RP-03] a placeholder in a field's instruction is reported as not filled", () => {
  const told = (instructions: string, text = "") =>
    readTemplate([{ part: "document", paragraph: 3, text, instructions }], placeholdersOf("users"), "users")
      .problems.filter(({ problem }) => problem === "field")
      .map(({ text, paragraph }) => [text, paragraph]);
  expect(told('HYPERLINK "https://a.example/{email}?{{ reportName | upper }}" ')).toEqual([
    ["{email}", 3],
    ["{{ reportName | upper }}", 3],
  ]);
  expect(told("{email}", "{email}")).toEqual([["{email}", 3]]);
  const links = ["https://a.example/%7Bemail%7D", "https://a.example/{x}"];
  expect(readTemplate([], placeholdersOf("users"), "users", links).problems).toEqual([
    { problem: "field", text: "{email}", paragraph: null, suggestion: "" },
  ]);
  // Citation programs store their own data there.
  expect(told('ADDIN CSL {"id":"x","list":[{"a":1}]} {1B2C-0F} {x')).toEqual([]);
});

test("[RP-03] a layout without rows is accepted with a warning, a text without braces is not", () => {
  expect(read("{reportName}").problems).toMatchObject([{ problem: "noRows", suggestion: "{#rows}" }]);
  expect(read().problems).toEqual([]);
});

test("[RP-03] parsing is linear in the text, however many braces and tags there are", () => {
  const half = "x".repeat(100);
  for (const text of ["}", "{", "{a", `{${half}`, "{a}", "{{a}", `{${"a+".repeat(240)}a}`]) {
    // Processor time of this process, which other load does not affect. The minimum of several runs.
    const timeOf = (length: number) => {
      const repeated = text.repeat(length / text.length);
      const times = [1, 2, 3, 4].map(() => {
        const begun = process.cpuUsage();
        read(repeated);
        return process.cpuUsage(begun).user / 1_000;
      });
      return Math.min(...times);
    };
    // Sixteen times the text; quadratic effort would take 256 times the time.
    const ratio = timeOf(3_200_000) / Math.max(1, timeOf(200_000));
    expect([text.slice(0, 5), ratio < 64]).toEqual([text.slice(0, 5), true]);
    const { faults } = read(text.repeat(3_000_000 / text.length));
    expect(faults.length).toBeGreaterThan(0);
    expect(faults.length).toBeLessThanOrEqual(20);
  }
});

test("[RP-03] an overlong tag is an error, whatever it begins with", () => {
  for (const prefix of ["", "#", "%", "/"]) {
    const { faults, problems, placeholders } = read(`{${prefix}${"a".repeat(100_000)}}`);
    expect(faults.length).toBeGreaterThan(0);
    expect(JSON.stringify([problems, placeholders]).length).toBeLessThan(2_000);
  }
});
