import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { arrange } from "./arrange";
import { kinds, rank, type Searchable } from "./rank";

const labels = (phrase: string, ...items: (string | Searchable)[]) =>
  rank(
    phrase,
    items.map((item) => (typeof item === "string" ? { label: item } : item)),
  ).map(({ item }) => item.label);

describe("[SH-10] ranks", () => {
  test("an exact label, then prefixes, then words, then letters", () => {
    expect(labels("user", "Unused report", "New user", "Users", "User", "Roles")).toEqual([
      "User",
      "Users",
      "New user",
      "Unused report",
    ]);
  });

  test("a whole first word above its beginning", () => {
    expect(labels("invite", "Invited", "Invite user")).toEqual(["Invite user", "Invited"]);
  });

  test("a name above the letters of anything else", () => {
    expect(labels("ida", "Invited accounts", "Frieda Adam", "Ida Bauer")[0]).toBe("Ida Bauer");
  });

  test("by the beginnings of words in any order, ignoring case and accents", () => {
    expect(labels("ŁUK zoe", "Zoë Łukasz", "Zoë")).toEqual(["Zoë Łukasz"]);
  });

  test("by synonyms and hints, after labels and before letters", () => {
    const create = { label: "New role", synonyms: ["create", "add to"] };
    expect(labels("create role", "Reloaded chart eats role", create)).toEqual(["New role"]);
    expect(labels("add", "A different dragon", create, "Ada Addo")).toEqual([
      "Ada Addo",
      "New role",
      "A different dragon",
    ]);
    expect(labels("users", { label: "Ada", hint: "Users" })).toEqual(["Ada"]);
    const logo = { label: "Organisation", synonyms: ["logo"] };
    expect(labels("log", logo, { label: "Audit", synonyms: ["log"] })).toEqual(["Audit", "Organisation"]);
  });

  test("letters by the shortest distance, from the beginning of a word first", () => {
    expect(labels("nwrl", "Now a rather long label", "New role", "Known world")).toEqual([
      "New role",
      "Now a rather long label",
      "Known world",
    ]);
    expect(labels("ser", "Users")).toEqual(["Users"]);
  });

  test("records that the server found, even by text that is not shown", () => {
    expect(labels("q-17", "Quarter", { label: "Contract", isFound: true })).toEqual(["Contract"]);
  });

  test("punctuation as letters, without matching everything", () => {
    expect(labels("?!", "What?!", "Users")).toEqual(["What?!"]);
  });
});

const label = fc.oneof(
  fc.string({ maxLength: 12 }),
  fc.constantFrom("Ida Bauer", "Idaho", "New ida", "Find data", "ida", "Users", "Add user"),
);
const item = fc.record(
  { label, hint: label, synonyms: fc.array(label, { maxLength: 2 }), isFound: fc.constant(true as const) },
  { requiredKeys: ["label"] },
);
const phrase = fc.oneof(
  fc.string({ minLength: 1, maxLength: 5 }),
  fc.constantFrom("ida", "us", "new", "a u"),
);

test("[SH-10] every ranking is ordered by kind, lists each item once and is stable", () => {
  fc.assert(
    fc.property(phrase, fc.array(item, { maxLength: 12 }), (typed, items) => {
      const ranked = rank(typed, items);
      expect(new Set(ranked.map(({ item }) => item)).size).toBe(ranked.length);
      for (const { item } of ranked) expect(items).toContain(item);
      const order = ranked.map(({ kind }) => kinds.indexOf(kind));
      expect(order).toEqual(order.toSorted((a, b) => a - b));
      // Those of the other kinds are ordered by distance too, and prefixes by whether they are whole words.
      const groupOf = ({ kind, item }: (typeof ranked)[number]) =>
        ({ exact: "exact", words: "words", prefix: `prefix ${item.label}` })[kind as string];
      for (const group of new Set(ranked.flatMap((one) => groupOf(one) ?? []))) {
        const places = ranked.filter((one) => groupOf(one) === group).map(({ item }) => items.indexOf(item));
        expect(places).toEqual(places.toSorted((a, b) => a - b));
      }
    }),
  );
});

test("[SH-10] the rank of an item does not depend on the others", () => {
  fc.assert(
    fc.property(phrase, fc.array(item, { maxLength: 8 }), (typed, items) => {
      for (const { item, kind } of rank(typed, items)) expect(rank(typed, [item])).toEqual([{ item, kind }]);
    }),
  );
});

describe("[SH-10] arranges", () => {
  const tabs = (count: number) => Array.from({ length: count }, (_, index) => ({ label: `Tab ${index}` }));
  const views = [{ label: "Table of files" }, { label: "Users" }];

  test("few tabs first and many last", () => {
    const ids = (count: number) =>
      arrange("", [
        { id: "tabs", commands: tabs(count) },
        { id: "views", commands: views },
      ]).groups.map(({ id }) => id);
    expect(ids(5)).toEqual(["tabs", "views"]);
    expect(ids(6)).toEqual(["views", "tabs"]);
  });

  test("the best matches of all groups first, the others by group", () => {
    const { groups, best } = arrange("ta", [
      { id: "tabs", commands: tabs(7) },
      { id: "views", commands: views },
    ]);
    expect(best).toBe("prefix");
    expect(groups.map(({ id, commands }) => [id, commands.map(({ label }) => label)])).toEqual([
      ["best", ["Table of files", "Tab 0", "Tab 1", "Tab 2", "Tab 3"]],
      ["tabs", ["Tab 4", "Tab 5", "Tab 6"]],
    ]);
  });

  test("an open tab before an equally good record that the server found", () => {
    const tab: Searchable = { label: "Users", hint: "tab" };
    const { groups } = arrange<"tabs" | "found", Searchable>("users", [
      { id: "tabs", commands: [tab, ...tabs(7)] },
      { id: "found", commands: [{ label: "Users", hint: "Reports", isFound: true }] },
    ]);
    expect(groups[0]?.commands[0]).toBe(tab);
  });

  test("matches by letters among the best only if there is nothing better", () => {
    const commands = [{ label: "Find data" }, { label: "Ida" }];
    const best = (typed: string) => arrange(typed, [{ id: "views", commands }]).groups[0]?.commands;
    expect(best("ida")).toEqual([{ label: "Ida" }]);
    expect(best("fdt")).toEqual([{ label: "Find data" }]);
  });

  test("first none that matches worse than another of any group", () => {
    fc.assert(
      fc.property(
        phrase,
        fc.array(item, { maxLength: 9 }),
        fc.array(item, { maxLength: 9 }),
        (typed, tabs, found) => {
          const { groups, kinds: kindOf } = arrange(typed, [
            { id: "tabs", commands: tabs },
            { id: "found", commands: found },
          ]);
          const [first, ...others] = groups.flatMap(({ commands }) => commands.map((one) => kindOf.get(one)));
          for (const kind of others)
            expect(kinds.indexOf(first ?? "letters")).toBeLessThanOrEqual(kinds.indexOf(kind ?? "exact"));
        },
      ),
    );
  });

  test("each matching command once, and none without a match", () => {
    fc.assert(
      fc.property(
        phrase,
        fc.array(item, { maxLength: 9 }),
        fc.array(item, { maxLength: 9 }),
        (typed, a, b) => {
          const { groups } = arrange(typed, [
            { id: "tabs", commands: a },
            { id: "views", commands: b },
          ]);
          const listed = groups.flatMap(({ commands }) => commands);
          expect(new Set(listed).size).toBe(listed.length);
          expect(new Set(listed)).toEqual(new Set(rank(typed, [...a, ...b]).map(({ item }) => item)));
        },
      ),
    );
  });
});
