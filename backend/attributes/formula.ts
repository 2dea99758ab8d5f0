import jsep, { type CoreExpression, type Expression } from "jsep";
import { invalid } from "../core/errors";
import { type SQL, sql } from "../database/sql";

/** A parsed formula: the attributes it refers to, and its SQL. */
export interface Formula {
  /** Distinct, in the form of {@link formulaName}. */
  names: readonly string[];
  /** Exact decimals; null when a value is missing, a divisor is zero or the result has too many digits. */
  toSql: (sqlOf: (name: string) => SQL) => SQL;
}

/** An attribute's name as formulas write it: without blanks, in lower case. */
export const formulaName = (attributeName: string): string =>
  attributeName.toLowerCase().replaceAll(" ", "_");

/** Maximum depth of a formula. */
const maxDepth = 50;

// Restricts jsep to numbers, names, calls and arithmetic with remainder; jsep only parses.
const arithmetic = ["+", "-", "*", "/", "%"];
jsep.removeAllLiterals();
for (const sign of Object.keys(jsep.unary_ops)) if (!["+", "-"].includes(sign)) jsep.removeUnaryOp(sign);
for (const sign of Object.keys(jsep.binary_ops)) if (!arithmetic.includes(sign)) jsep.removeBinaryOp(sign);

const allOf = (values: readonly SQL[], of: "min" | "max") =>
  sql`(select case when bool_and(x is not null) then ${sql.raw(of)}(x) end
    from unnest(array[${sql.join([...values], ", ")}]::numeric[]) as x)`;

const functions: Readonly<
  Record<string, { arity: readonly [number, number]; sql: (values: readonly SQL[]) => SQL }>
> = {
  abs: { arity: [1, 1], sql: ([value]) => sql`abs(${value})` },
  ceil: { arity: [1, 1], sql: ([value]) => sql`ceil(${value})` },
  floor: { arity: [1, 1], sql: ([value]) => sql`floor(${value})` },
  round: { arity: [1, 1], sql: ([value]) => sql`round(${value})` },
  min: { arity: [1, 20], sql: (values) => allOf(values, "min") },
  max: { arity: [1, 20], sql: (values) => allOf(values, "max") },
};

/** @throws {RequestError} 400 on `calculatedAttribute` for an invalid formula */
export function parseFormula(text: string): Formula {
  const names = new Set<string>();
  let tree: Expression;
  try {
    tree = jsep(text);
  } catch {
    throw notCalculable(text);
  }
  const visit = (given: Expression, depth: number): ((sqlOf: (name: string) => SQL) => SQL) => {
    const node = given as CoreExpression;
    if (depth > maxDepth) throw notCalculable("…");
    switch (node.type) {
      case "Literal": {
        const { value } = node;
        if (typeof value !== "number" || !Number.isFinite(value) || Math.abs(value) >= largest)
          throw notCalculable(String(node.raw).slice(0, 40));
        return () => sql`${String(value)}::numeric`;
      }
      case "Identifier": {
        const name = node.name.toLowerCase();
        names.add(name);
        return (sqlOf) => sqlOf(name);
      }
      case "UnaryExpression": {
        const argument = visit(node.argument, depth + 1);
        return node.operator === "-" ? (sqlOf) => sql`(- ${argument(sqlOf)})` : argument;
      }
      case "BinaryExpression": {
        if (!arithmetic.includes(node.operator)) throw notCalculable(node.operator);
        const [left, right] = [visit(node.left, depth + 1), visit(node.right, depth + 1)];
        const sign = sql.raw(node.operator);
        const isDivision = node.operator === "/" || node.operator === "%";
        return (sqlOf) =>
          isDivision
            ? sql`(${left(sqlOf)} ${sign} nullif(${right(sqlOf)}, 0))`
            : sql`(${left(sqlOf)} ${sign} ${right(sqlOf)})`;
      }
      case "CallExpression": {
        const called = node.callee.type === "Identifier" ? String(node.callee.name).toLowerCase() : "";
        const known = Object.hasOwn(functions, called) ? functions[called] : undefined;
        const [least, most] = known?.arity ?? [0, -1];
        if (!known || node.arguments.length < least || node.arguments.length > most)
          throw notCalculable(called || "(");
        const given = node.arguments.map((argument) => visit(argument, depth + 1));
        return (sqlOf) => known.sql(given.map((one) => one(sqlOf)));
      }
      default:
        throw notCalculable(text);
    }
  };
  const toSql = visit(tree, 0);
  return { names: [...names], toSql };
}

/** Limit of stored numbers: up to here a double represents all digits exactly. */
export const largest = 1e15;

const notCalculable = (part: string) =>
  invalid([{ propertyName: "calculatedAttribute", rule: "formula", values: { part } }]);

/**
 * A cycle through an entry, such as `["a", "b", "a"]`; undefined without one.
 * @param leadsTo the dependencies of each entry
 */
export function cycleFrom(
  start: string,
  leadsTo: (entry: string) => readonly string[],
): string[] | undefined {
  const seen = new Set<string>();
  const look = (entry: string, path: readonly string[]): string[] | undefined => {
    for (const next of leadsTo(entry)) {
      if (next === start) return [...path, next];
      if (seen.has(next)) continue;
      seen.add(next);
      const found = look(next, [...path, next]);
      if (found) return found;
    }
    return undefined;
  };
  return look(start, [start]);
}
