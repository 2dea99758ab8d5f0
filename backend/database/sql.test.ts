import { expect, test } from "vitest";
import { type SQL, sql } from "./sql";

const shown = ({ text, values }: SQL) => ({ text, values });

test("parts become text, values become parameters, numbered across nested parts", () => {
  const condition = sql`name = ${"Anna"} and ${sql.identifier('odd "name"')} > ${7}`;
  expect(shown(sql`select ${true} from users where ${condition} limit ${null}`)).toEqual({
    text: 'select $1 from users where name = $2 and "odd ""name""" > $3 limit $4',
    values: [true, "Anna", 7, null],
  });
});

test("a part can be used twice, and stays unchanged", () => {
  const part = sql`x = ${1}`;
  expect(sql`${part} or ${part}`.text).toBe("x = $1 or x = $2");
  expect(shown(part)).toEqual({ text: "x = $1", values: [1] });
});

test("a list is joined, also an empty one", () => {
  expect(shown(sql`in (${sql.join(["a", sql`lower(${"B"})`], ", ")})`)).toEqual({
    text: "in ($1, lower($2))",
    values: ["a", "B"],
  });
  expect(sql`select${sql.join([])}${sql.empty}`.text).toBe("select");
});

test("[SC-04] a quotation mark does not end an identifier", () => {
  expect(sql`drop table ${sql.identifier('a"; drop table b; --')}`.text).toBe(
    'drop table "a""; drop table b; --"',
  );
});

test("an undefined part is refused, with the text of the statement", () => {
  const [missing]: string[] = [];
  expect(() => sql`select ${missing} from users`).toThrow("undefined: select … from users");
});
