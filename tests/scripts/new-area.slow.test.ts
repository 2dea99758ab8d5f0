import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { insertLine, linesOf } from "@/scripts/lib/area-lists.mjs";
import { parseColumns, readNewArea } from "@/scripts/lib/new-area.mjs";
import { root } from "@/scripts/lib/root.mjs";
import { copyProject, type ProjectCopy } from "../support/project-copy";

test.each([
  ["", "is not to be understood"],
  ["supplierName", "is not to be understood"],
  ["supplierName:words!", "has no known kind"],
  ["Supplier_Name:text!", "needs a name"],
  ["createdOn:day", "has a name that is taken"],
  ["xmin:int", "has a name that is taken"],
  ["supplierName:text!, supplierNameSort:text", "that is what supplierName is sorted by"],
  ["since:date", "there are text, email, phone, website, int, number, flag, day, instant, choice, html"],
  ["order:int", "has a name that is taken"],
  ["constructor:int", "has a name that is taken"],
  ["state:choice!", "names values"],
  ["state:text(open|closed)!", "names values"],
  ["state:choice(open|open)!", "there twice"],
  ["rating:number(7)", "names values"],
  ["note:html!", "cannot be needed"],
  ["rating:int!", "what a record is called"],
  ["supplierName:text!, supplierName:int", "two columns supplierName"],
])("[CF-04] refuses the columns %s with a reason", (text, why) => {
  expect(() => parseColumns(text)).toThrow(why);
});

test.each([
  ["users", "is called so already"],
  ["new:newThing", "means something else in code"],
  ["contract:agreement", "means something else in code"],
  ["patient-records:patient", "means something else in code"],
  ["constructors", 'cannot be called "constructor"'],
  ["people:", 'cannot be called ""'],
  ["people:a person", 'cannot be called "a person"'],
  ["people:person:human", 'cannot be called "person:human"'],
  ["stuff", "say so, as in people:person"],
  ["status", "say so, as in people:person"],
  ["address", "say so, as in people:person"],
  ["s", "say so, as in people:person"],
  ["Suppliers", "small letters"],
  ["../suppliers", "small letters"],
  ["suppliers; drop table users", "small letters"],
  ["", "Say what it is"],
])("[CF-04] refuses the area name %s with a reason", (area, why) => {
  expect(() => readNewArea([area, "supplierName:text!"], new Set(["users"]))).toThrow(why);
});

test.each([
  ["suppliers", "supplier"],
  ["price-lists", "priceList"],
  ["companies", "company"],
  ["branches", "branch"],
  ["addresses", "address"],
  ["sizes", "size"],
  ["houses", "house"],
  ["statuses", "status"],
  // Reserved words can name records, which code uses only with a suffix.
  ["contracts", "contract"],
  ["cases", "case"],
  ["people:person", "person"],
  ["news:newsItem", "newsItem"],
])("[CF-04] the singular of %s is %s", (area, record) => {
  expect(readNewArea([area, "title:text!"], new Set())).toMatchObject({ area: area.split(":")[0], record });
});

test("[CF-04] accepts parameters or refuses them with one line", () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), (area, columns) => {
      try {
        expect(readNewArea([area, columns], new Set()).columns.length).toBeGreaterThan(0);
      } catch (error) {
        expect(error).toMatchObject({ exitCode: 1 });
      }
    }),
  );
});

const object = ["export const areas = {", '  roles: words("../messages/en/roles.json"),', "};", ""];
const several = [
  ...object.slice(0, 2),
  "  users: {",
  '    ...words("../messages/en/users.json"),',
  "  },",
  "};",
];
const exported = ["export {", "  rolePermissions,", "  roles,", '} from "./roles";', ""];

test.each([
  ["the first", object, "orders", 1],
  ["the last", object, "vehicles", 2],
  ["behind one of several lines", several, "vehicles", 5],
  ["before one of several lines", several, "suppliers", 2],
])("[CF-04] inserts the line of an area that is %s within the list", (_, list, area, place) => {
  const line = linesOf({ area, record: area.slice(0, -1) }).get("lib/areas/areas.ts") ?? "";
  expect(insertLine(list.join("\n"), line).split("\n")).toEqual(list.toSpliced(place, 0, line));
});

test.each([
  ["orders", 0],
  ["vehicles", 4],
])("[CF-04] inserts the line of %s beside a multi-line export", (area, place) => {
  const line = linesOf({ area, record: area.slice(0, -1) }).get("lib/contract/areas.ts") ?? "";
  expect(insertLine(exported.join("\n"), line).split("\n")).toEqual(exported.toSpliced(place, 0, line));
});

const ofEveryKind =
  "supplierName:text!, email:email, phone:phone!, site:website, pieces:int!, rating:number, price:number(2), isGood:flag, since:day, seen:instant, state:choice(open|inProgress)!, note:html";

const lists = [
  "lib/areas/areas.ts",
  "lib/contract/areas.ts",
  "backend/areas/index.ts",
  "components/areas/areas.ts",
];
const written = [
  ...["backend/areas/suppliers", "components/areas/suppliers", "tests/e2e/suppliers.spec.ts"],
  "tests/e2e/orders.spec.ts",
];

let copy: ProjectCopy;
beforeAll(() => {
  copy = copyProject("linked");
});
afterAll(() => copy.remove());

test("[CF-04] generates an area with a line in each list, and only once", () => {
  const made = copy.node("scripts/new-area.mjs", "suppliers", ofEveryKind);
  expect(made).toMatchObject({ status: 0, output: expect.stringContaining("lib/contract/suppliers.ts") });
  const again = copy.node("scripts/new-area.mjs", "suppliers", ofEveryKind);
  expect(again).toMatchObject({ status: 1, output: expect.stringContaining("is called so already") });
  for (const list of lists) {
    const lines = (folder: string) => readFileSync(join(folder, list), "utf8").split("\n").length;
    expect([list, lines(copy.folder) - lines(root)]).toEqual([list, 1]);
  }
});

test("[CF-04] inserts an area beside a multi-line one, and accepts reserved words as columns", () => {
  const made = copy.node("scripts/new-area.mjs", "orders", "product:text!, class:text!");
  expect(made.status, made.output).toBe(0);
});

test("[CF-04] refuses the name of a table, and writes nothing", () => {
  const refused = copy.node("scripts/new-area.mjs", "accounts", "accountName:text!");
  expect(refused).toMatchObject({ status: 1, output: expect.stringContaining("is called so already") });
  expect(existsSync(join(copy.folder, "lib/contract/accounts.ts"))).toBe(false);
});

test("[CF-04] an area named by a reserved word requires a record name", () => {
  const made = copy.node("scripts/new-area.mjs", "contracts", "title:text!");
  expect(made).toMatchObject({
    status: 0,
    output: expect.stringContaining("One of contracts is called contract"),
  });
});

test("[CF-04] removes an area that cannot be formatted", () => {
  const [settings, list] = ["biome.json", "lib/areas/areas.ts"].map((name) => join(copy.folder, name)) as [
    string,
    string,
  ];
  const [stored, listed] = [readFileSync(settings, "utf8"), readFileSync(list, "utf8")];
  writeFileSync(settings, "{");
  const failed = copy.node("scripts/new-area.mjs", "invoices", "title:text!");
  writeFileSync(settings, stored);
  expect(failed).toMatchObject({ status: 1, output: expect.stringContaining("Nothing was written") });
  expect(readFileSync(list, "utf8")).toBe(listed);
  for (const path of ["lib/contract/invoices.ts", "backend/areas/invoices", "messages/de/invoices.json"])
    expect([path, existsSync(join(copy.folder, path))]).toEqual([path, false]);
});

test("[CF-04] places an area after all others", () => {
  const made = copy.node("scripts/new-area.mjs", "vehicles", "licencePlate:text!");
  expect(made.status, made.output).toBe(0);
});

test("[CF-04] [PR-02] a generated area passes all checks except for its untranslated texts", () => {
  expect(copy.node("scripts/check-messages.mjs")).toMatchObject({
    status: 0,
    output: expect.stringContaining("de: suppliers.fields.rating waits to be translated"),
  });
});

// The packages are links here: the checks of the whole project cover their real paths.
const types = ["node_modules/typescript/bin/tsc", "--noEmit", "--singleThreaded", "--preserveSymlinks"];

// The long run executes its tests, beside its build.
test.each([
  ["lint and format", ["node_modules/@biomejs/biome/bin/biome", "check", ...lists, ...written]],
  ["types", types],
])("[CF-04] a generated area passes %s unchanged", (_, parameters) => {
  const { status, output } = copy.node(...parameters);
  expect(status, output).toBe(0);
});
