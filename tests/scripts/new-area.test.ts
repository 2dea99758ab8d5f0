import { readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { linesOf, withLine } from "@/scripts/lib/area-lists.mjs";
import { parseColumns, readNewArea } from "@/scripts/lib/new-area.mjs";
import { root } from "@/scripts/lib/root.mjs";
import { copyProject, type ProjectCopy } from "../support/project-copy";

test.each([
  ["", "is not to be understood"],
  ["supplierName", "is not to be understood"],
  ["supplierName:words!", "has no known kind"],
  ["Supplier_Name:text!", "needs a name"],
  ["createdOn:date", "has a name that is taken"],
  ["order:int", "has a name that is taken"],
  ["constructor:int", "has a name that is taken"],
  ["state:choice!", "names values"],
  ["state:text(open|closed)!", "names values"],
  ["state:choice(open|open)!", "there twice"],
  ["rating:int!", "what a record is called"],
  ["supplierName:text!, supplierName:int", "two columns supplierName"],
])("[CF-04] the columns %s are refused, and why", (text, why) => {
  expect(() => parseColumns(text)).toThrow(why);
});

test.each([
  ["users", "addresses begin with that"],
  ["news", "means something else in code"],
  ["constructors", "means something else in code"],
  ["stuff", "has to be a plural"],
  ["Suppliers", "small letters"],
  ["../suppliers", "small letters"],
  ["suppliers; drop table users", "small letters"],
  ["", "Say what it is"],
])("[CF-04] no area is called %s, and why", (area, why) => {
  expect(() => readNewArea([area, "supplierName:text!"], new Set(["users"]))).toThrow(why);
});

test("[CF-04] whatever is asked for is understood or refused in one line", () => {
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
])("[CF-04] the line of an area that is %s stands within the list", (_, list, area, place) => {
  const line = linesOf({ area, record: area.slice(0, -1) }).get("lib/areas.ts") ?? "";
  expect(withLine(list.join("\n"), line).split("\n")).toEqual(list.toSpliced(place, 0, line));
});

test.each([
  ["orders", 0],
  ["vehicles", 4],
])("[CF-04] the line of %s stands beside an export of several lines", (area, place) => {
  const line = linesOf({ area, record: area.slice(0, -1) }).get("lib/contract/areas.ts") ?? "";
  expect(withLine(exported.join("\n"), line).split("\n")).toEqual(exported.toSpliced(place, 0, line));
});

const ofEveryKind =
  "supplierName:text!, email:email, phone:phone!, site:website, pieces:int!, rating:number, isGood:flag, since:date, seen:datetime, state:choice(open|inProgress)!, note:html";

const lists = [
  "lib/areas.ts",
  "lib/contract/areas.ts",
  "backend/areas/index.ts",
  "components/areas/areas.ts",
];
const written = [
  ...["backend/areas/suppliers", "components/areas/suppliers", "tests/e2e/suppliers.spec.ts"],
  "tests/e2e/orders.spec.ts",
];
const vitest = ["node_modules/vitest/vitest.mjs", "run", "--project=unit", "--project=api"];

let copy: ProjectCopy;
beforeAll(() => {
  copy = copyProject("linked");
});
afterAll(() => copy.remove());

test("[CF-04] an area is generated with a line in each list, and only once", () => {
  const made = copy.node("scripts/new-area.mjs", "suppliers", ofEveryKind);
  expect(made).toMatchObject({ status: 0, output: expect.stringContaining("lib/contract/suppliers.ts") });
  const again = copy.node("scripts/new-area.mjs", "suppliers", ofEveryKind);
  expect(again).toMatchObject({ status: 1, output: expect.stringContaining("begin with that already") });
  for (const list of lists) {
    const lines = (folder: string) => readFileSync(join(folder, list), "utf8").split("\n").length;
    expect([list, lines(copy.folder) - lines(root)]).toEqual([list, 1]);
  }
});

test("[CF-04] an area stands beside one of several lines, and its columns are called as words of code are", () => {
  const made = copy.node("scripts/new-area.mjs", "orders", "product:text!, class:text!");
  expect(made.status, made.output).toBe(0);
});

test("[CF-04] an area stands behind all others", () => {
  const made = copy.node("scripts/new-area.mjs", "vehicles", "licencePlate:text!");
  expect(made.status, made.output).toBe(0);
});

test("[CF-04] [PR-02] a generated area's texts wait to be translated, and nothing else is amiss with them", () => {
  expect(copy.node("scripts/check-messages.mjs")).toMatchObject({
    status: 0,
    output: expect.stringContaining("de: suppliers.fields.rating waits to be translated"),
  });
});

// The packages are links here: as what they are called, they are those that the checks of the whole have been through already.
const types = ["node_modules/typescript/bin/tsc", "--noEmit", "--singleThreaded", "--preserveSymlinks"];

test.each([
  ["lint and format", ["node_modules/@biomejs/biome/bin/biome", "check", ...lists, ...written]],
  ["types", types],
  ["its tests", [...vitest, "lib/i18n/area-words", "backend/areas/suppliers", "backend/records"]],
])("[CF-04] a generated area passes %s as it is", (_, parameters) => {
  const { status, output } = copy.node(...parameters);
  expect(status, output).toBe(0);
});
