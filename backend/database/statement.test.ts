import { type SQL, sql } from "drizzle-orm";
import { PgDialect } from "drizzle-orm/pg-core";
import fc from "fast-check";
import { expect, test } from "vitest";
import { statementOf } from "./statement";

const dialect = new PgDialect();

const value = fc.oneof(fc.string(), fc.double(), fc.boolean(), fc.constant(null), fc.date());
/** Fragments of SQL nested to this depth. */
function pieces(depth: number): fc.Arbitrary<SQL> {
  const inner = depth > 0 ? pieces(depth - 1) : fc.constant(sql`1`);
  const chunk = fc.oneof(
    value,
    fc.constant(undefined),
    fc.string().map((name) => sql.identifier(name)),
    fc.string().map((text) => sql.raw(text)),
    value.map((each) => sql.param(each)),
    fc.array(value).map((values) => sql.param(values)),
    fc.array(fc.oneof(value, inner), { maxLength: 3 }),
    inner,
  );
  return fc
    .tuple(chunk, chunk, fc.array(inner, { maxLength: 3 }))
    .map(
      ([first, second, more]) => sql`select ${first} from "a" ${second} where ${sql.join(more, sql` and `)}`,
    );
}

test("a statement is written as drizzle writes it", () => {
  fc.assert(
    fc.property(pieces(2), (query) => {
      const { sql: text, params } = dialect.sqlToQuery(query);
      expect(statementOf(query)).toEqual({ text, values: params });
    }),
  );
});

test("a value that is not SQL is refused", () => {
  const query = { getSQL: () => sql`secret` };
  expect(() => statementOf(sql`select ${query}`)).toThrow("Only pieces of SQL");
});
