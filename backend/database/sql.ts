// See docs/decisions/0008.

import template, { empty, join, raw, type Sql } from "sql-template-tag";

/** The text of a statement, with `$1`, `$2` … for its values. */
export interface Statement {
  readonly text: string;
  readonly values: readonly unknown[];
}

/** A statement or a part of one. */
export type SQL = Sql;

/** Part of a statement: `SQL` becomes part of its text, a value becomes a parameter. */
type Part = SQL | SqlValue;
export type SqlValue = string | number | boolean | Date | null;

/**
 * Tag of statements, with `sql.identifier` for names and `sql.join` for lists.
 * @throws {TypeError} on `undefined`: write `sql.empty` for nothing, `null` for no value
 */
export const sql = Object.assign(tag, {
  empty,
  raw,
  /** The quoted name of a table, column or savepoint. */
  identifier: (name: string): SQL => raw(`"${name.replaceAll('"', '""')}"`),
  join: (parts: readonly Part[], separator = ""): SQL => (parts.length > 0 ? join(parts, separator) : empty),
});

function tag(text: TemplateStringsArray, ...parts: readonly (Part | undefined)[]): SQL {
  if (parts.includes(undefined))
    throw new TypeError(`A part of this statement is undefined: ${text.join("…")}`);
  return template(text, ...parts);
}
