import type { Expression, Filter, Moment, Value } from "./expression";

export const isMoment = (value: unknown): value is Moment =>
  typeof value === "object" && value !== null && "moment" in value;

/** @param given arguments of the filter, after its colon */
type Show = (value: Value, filter?: Filter, given?: readonly Value[]) => string;

/** Evaluates an expression; `show` applies the filters that format values. */
export function evaluate(expression: Expression, lookUp: (name: string) => Value, show: Show): Value {
  const resultOf = (inner: Expression) => evaluate(inner, lookUp, show);
  switch (expression.kind) {
    case "value":
      return expression.value;
    case "name":
      return lookUp(expression.name);
    case "not":
      return !isTrue(resultOf(expression.of));
    case "minus":
      return negated(resultOf(expression.of));
    case "filter":
      return filteredBy(expression, resultOf, show);
    case "operator":
      return operate(expression, resultOf, show);
  }
}

function filteredBy(
  { filter, of, given }: Extract<Expression, { kind: "filter" }>,
  resultOf: (inner: Expression) => Value,
  show: Show,
): Value {
  const value = resultOf(of);
  const [first] = given;
  if (filter === "default") return show(value) === "" ? (first ? resultOf(first) : "") : value;
  if (filter === "upper") return show(value).toLocaleUpperCase();
  if (filter === "lower") return show(value).toLocaleLowerCase();
  return show(value, filter, given.map(resultOf));
}

const negated = (value: Value): Value => (typeof value === "number" ? -value : null);

/** Null, false, zero and an empty text are false. */
export const isTrue = (value: Value): boolean => (isMoment(value) ? value.moment !== "" : Boolean(value));

function operate(
  { operator, left, right }: Extract<Expression, { kind: "operator" }>,
  resultOf: (inner: Expression) => Value,
  show: (value: Value) => string,
): Value {
  const first = resultOf(left);
  if (operator === "and") return isTrue(first) ? resultOf(right) : first;
  if (operator === "or") return isTrue(first) ? first : resultOf(right);
  const second = resultOf(right);
  const numbers = typeof first === "number" && typeof second === "number";
  switch (operator) {
    case "=":
      return plain(first) === plain(second);
    case "!=":
      return plain(first) !== plain(second);
    case "+":
      return numbers ? first + second : `${show(first)}${show(second)}`;
    case "-":
      return numbers ? first - second : null;
    case "*":
      return numbers ? first * second : null;
    case "/":
      return numbers && second !== 0 ? first / second : null;
    default:
      return compare(operator, plain(first), plain(second));
  }
}

const plain = (value: Value) => (isMoment(value) ? value.moment : (value ?? ""));

function compare(
  operator: "<" | "<=" | ">" | ">=",
  a: string | number | boolean,
  b: string | number | boolean,
): boolean {
  if (typeof a !== typeof b) return false;
  switch (operator) {
    case "<":
      return a < b;
    case "<=":
      return a <= b;
    case ">":
      return a > b;
    case ">=":
      return a >= b;
  }
}
