import { describe, expect, test } from "vitest";
import { checkDecisions } from "./decisions.mjs";

const decision = {
  path: "docs/decisions/0001-sql.md",
  text: "# 0001 · Queries are SQL\n\nDate: 2026-11-21\nStatus: accepted\nCode: `lib/query.ts`,\n`lib/list.ts`\n\n**Why** – Reasons.\n",
};
const index = "| 0001 | [Queries are SQL](0001-sql.md) |\n";
const code = { path: "lib/query.ts", text: "// See docs/decisions/0001.\n" };
const check = ({ decisions = [decision], readme = index, sources = [code], missing = [] as string[] } = {}) =>
  checkDecisions(decisions, readme, sources, (path) => !missing.includes(path));

describe("decisions", () => {
  test("a listed and complete decision named in code passes", () => {
    expect(check()).toEqual([]);
  });

  test("a decision named only in documentation fails", () => {
    expect(check({ sources: [{ path: "docs/guide.md", text: "decision 0001" }] })).toEqual([
      expect.stringContaining("no file names docs/decisions/0001"),
    ]);
  });

  test.each(["docs/decisions/0002", "decision 0002", "decisions 0001, 0002", "decisions 0001 and 0002"])(
    "a file that names a missing decision fails: %s",
    (text) => {
      expect(check({ sources: [code, { path: "app/page.tsx", text }] })).toEqual([
        "app/page.tsx: names decision 0002, which does not exist",
      ]);
    },
  );

  test.each(["lib/query.ts", "lib/list.ts"])("a missing file after Code fails: %s", (missing) => {
    expect(check({ missing: [missing] })).toEqual([
      `docs/decisions/0001-sql.md: ${missing}, named after "Code:", does not exist`,
    ]);
  });

  test.each([
    ["Date: 2026-11-21", "Date: YYYY-MM-DD"],
    ["Status: accepted", "Status: accepted"],
    ["Code: `lib/query.ts`,\n`lib/list.ts`", "Code: "],
    ["# 0001", "the first line"],
  ])("a decision without %s fails", (line, problem) => {
    const text = decision.text.replace(line, "");
    expect(check({ decisions: [{ ...decision, text }] })[0]).toContain(problem);
  });

  test("a decision missing in the list, and a duplicate number, fail", () => {
    expect(check({ readme: "" })).toEqual([expect.stringContaining("README.md lacks the line")]);
    const twice = { ...decision, path: "docs/decisions/0001-other.md" };
    expect(check({ decisions: [decision, twice] })).toContain(
      "docs/decisions/0001-sql.md: another decision has the same number",
    );
  });
});
