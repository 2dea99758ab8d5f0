// See docs/decisions/0008.

import { Name, Param, SQL, StringChunk } from "drizzle-orm";

/** The text of a statement, with `$1`, `$2` … for its values. */
export interface Statement {
  readonly text: string;
  readonly values: readonly unknown[];
}

/**
 * Renders an `sql` fragment as drizzle does: drizzle checks each chunk a dozen times for features unused here, such as
 * tables declared in TypeScript, and takes longer than all the rest of a small read.
 * @throws for anything except SQL, identifiers, texts, lists and values
 */
export function statementOf(query: SQL): Statement {
  const statement: Written = { text: "", values: [] };
  append(query, statement);
  return statement;
}

interface Written {
  text: string;
  values: unknown[];
}

function append(chunk: unknown, into: Written): void {
  if (chunk instanceof StringChunk) {
    for (const part of chunk.value) into.text += part;
  } else if (chunk instanceof SQL) {
    for (const each of chunk.queryChunks) append(each, into);
  } else if (chunk instanceof Name) {
    into.text += `"${chunk.value.replaceAll('"', '""')}"`;
  } else if (Array.isArray(chunk)) {
    into.text += "(";
    for (const [at, each] of chunk.entries()) {
      if (at > 0) into.text += ", ";
      append(each, into);
    }
    into.text += ")";
  } else if (chunk instanceof Param) {
    appendValue(chunk.value, into);
  } else if (typeof chunk === "object" && chunk !== null && "getSQL" in chunk) {
    throw new Error("Only pieces of SQL make a statement.");
  } else if (chunk !== undefined) {
    appendValue(chunk, into);
  }
}

function appendValue(value: unknown, into: Written): void {
  into.values.push(value);
  into.text += `$${into.values.length}`;
}
