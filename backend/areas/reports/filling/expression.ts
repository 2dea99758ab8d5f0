// Expressions between the braces of a layout. They are parsed and evaluated here; a layout's code is never executed.

/** An instant or a calendar day, distinct from text so that it can be shown in any format. */
export interface Moment {
  moment: string;
}
/** Null if there is none. */
export type Value = string | number | boolean | Moment | null;

type Operator = "or" | "and" | "=" | "!=" | "<" | "<=" | ">" | ">=" | "+" | "-" | "*" | "/";

/** Formats of values: `{createdOn | longDate}`. */
export const filters = [
  "date",
  "longDate",
  "time",
  "longTime",
  "dateTime",
  "longDateTime",
  "number",
  "plural",
  "upper",
  "lower",
  "default",
] as const;
export type Filter = (typeof filters)[number];

export type Expression =
  | { kind: "value"; value: Value }
  | { kind: "name"; name: string }
  | { kind: "not" | "minus"; of: Expression }
  | { kind: "operator"; operator: Operator; left: Expression; right: Expression }
  | { kind: "filter"; filter: Filter; of: Expression; given: readonly Expression[] };

/** The reason why an expression cannot be parsed: the unreadable part, and a suggestion. */
export class ExpressionError extends Error {
  override readonly name = "ExpressionError";
  constructor(
    readonly part: string,
    readonly suggestion = "",
  ) {
    super(part);
  }
}

const longest = 500;
const deepest = 20;

const token =
  /\s*(?:(\d+(?:[.,]\d+)?)|([\p{L}_][\p{L}\p{M}\p{N}_]*(?:\.[\p{L}_][\p{L}\p{M}\p{N}_]*)*)|"([^"]*)"|'([^']*)'|(\|\||&&|==|!=|<=|>=|[=<>+\-*/|:,()!]))/uy;

const nothingMore = /\s*$/y;

type Token =
  | { kind: "value"; value: Value; text: string }
  | { kind: "name" | "sign"; text: string }
  | { kind: "end"; text: "" };

const constants: Readonly<Record<string, Value>> = { true: true, false: false, null: null };
const words: Readonly<Record<string, string>> = { and: "&&", or: "||", not: "!" };

function tokensOf(text: string): Token[] {
  // Word inserts typographic quotation marks.
  const plain = text.replace(/[“”„«»]/g, '"').replace(/[‘’‚]/g, "'");
  const tokens: Token[] = [];
  const isOver = (at: number) => {
    nothingMore.lastIndex = at;
    return nothingMore.test(plain);
  };
  token.lastIndex = 0;
  for (let at = 0; !isOver(at); at = token.lastIndex) {
    const found = token.exec(plain);
    if (!found) throw new ExpressionError(plain.slice(at).trim().slice(0, 40));
    const [, number, name, double, single, sign] = found;
    const quoted = double ?? single;
    if (number !== undefined) {
      tokens.push({ kind: "value", value: Number(number.replace(",", ".")), text: number });
    } else if (quoted !== undefined) tokens.push({ kind: "value", value: quoted, text: quoted });
    else if (name !== undefined && Object.hasOwn(words, name))
      tokens.push({ kind: "sign", text: words[name] as string });
    else if (name !== undefined && Object.hasOwn(constants, name))
      tokens.push({ kind: "value", value: constants[name] as Value, text: name });
    else if (name !== undefined) tokens.push({ kind: "name", text: name });
    else tokens.push({ kind: "sign", text: sign as string });
  }
  return tokens;
}

const spelt: Readonly<Record<string, Operator>> = { "||": "or", "&&": "and", "==": "=" };

/** Operators with the lowest precedence first. */
const levels = [["||"], ["&&"], ["=", "==", "!=", "<", "<=", ">", ">="], ["+", "-"], ["*", "/"]];

/** @throws {ExpressionError} for an invalid expression */
export function readExpression(text: string): Expression {
  if (text.length > longest) throw new ExpressionError(text.slice(0, 40));
  const tokens = tokensOf(text);
  let at = 0;
  let depth = 0;
  const peek = (): Token => tokens[at] ?? { kind: "end", text: "" };
  const isSign = (...signs: string[]) => peek().kind === "sign" && signs.includes(peek().text);
  const refuse = () => new ExpressionError(peek().text || text.trim().slice(-40));

  function deeper<T>(read: () => T): T {
    depth += 1;
    if (depth > deepest) throw refuse();
    const result = read();
    depth -= 1;
    return result;
  }

  function level(index: number): Expression {
    const signs = levels[index];
    if (!signs) return unary();
    let left = level(index + 1);
    while (isSign(...signs)) {
      const sign = peek().text;
      at += 1;
      left = {
        kind: "operator",
        operator: spelt[sign] ?? (sign as Operator),
        left,
        right: level(index + 1),
      };
    }
    return left;
  }

  function unary(): Expression {
    if (!isSign("!", "-")) return primary();
    const kind = peek().text === "!" ? "not" : "minus";
    at += 1;
    return { kind, of: deeper(unary) };
  }

  function primary(): Expression {
    const next = peek();
    at += 1;
    if (next.kind === "value") return { kind: "value", value: next.value };
    if (next.kind === "name") return { kind: "name", name: next.text };
    if (next.kind !== "sign" || next.text !== "(") {
      at -= 1;
      throw refuse();
    }
    const inner = deeper(filtered);
    if (!isSign(")")) throw new ExpressionError(text.trim().slice(-40), `${text.trim()})`);
    at += 1;
    return inner;
  }

  function filtered(): Expression {
    let of = level(0);
    while (isSign("|")) {
      at += 1;
      const name = peek();
      const filter = filters.find((known) => known === name.text);
      if (name.kind !== "name" || !filter)
        throw new ExpressionError(name.text || "|", closest(name.text, filters));
      at += 1;
      const given: Expression[] = [];
      for (let sign = ":"; isSign(sign); sign = ",") {
        at += 1;
        given.push(unary());
      }
      checkGiven(filter, given);
      of = { kind: "filter", filter, of, given };
    }
    return of;
  }

  const read = filtered();
  if (at < tokens.length) throw refuse();
  return read;
}

/** Decimal places that a number can be shown with. */
const maxDecimals = 20;

/** @throws {ExpressionError} for invalid arguments of a filter */
function checkGiven(filter: Filter, given: readonly Expression[]): void {
  if (filter === "plural" && given.length === 0)
    throw new ExpressionError("plural", 'rowCount | plural: "# entry", "# entries"');
  const [first] = given;
  if (filter !== "number" || first?.kind !== "value") return;
  const { value } = first;
  const isCount = typeof value === "number" && Number.isInteger(value) && value <= maxDecimals;
  if (!isCount) throw new ExpressionError(String(value).slice(0, 40), "rowCount | number: 2");
}

/** The names used in an expression. */
export function namesIn(expression: Expression): string[] {
  switch (expression.kind) {
    case "value":
      return [];
    case "name":
      return [expression.name];
    case "operator":
      return [...namesIn(expression.left), ...namesIn(expression.right)];
    case "filter":
      return [expression.of, ...expression.given].flatMap(namesIn);
    default:
      return namesIn(expression.of);
  }
}

/** The known name closest to a given one, empty if none is close. */
export function closest(given: string, known: readonly string[]): string {
  const wanted = given.toLowerCase().slice(0, 100);
  const distances = known.map((name) => {
    // `name` may be meant by `users.name`, and vice versa.
    const [own, last] = [name.toLowerCase(), name.toLowerCase().split(".").at(-1) ?? ""];
    return { name, distance: Math.min(distance(wanted, own), distance(bare(wanted), bare(last)) + 1) };
  });
  const [best] = distances.sort((a, b) => a.distance - b.distance);
  return best && best.distance <= Math.max(1, Math.floor(wanted.length / 3)) ? best.name : "";
}

const bare = (name: string) => (name.split(".").at(-1) ?? "").replaceAll("_", "");

/** Letters to be added, removed or replaced (Levenshtein). */
function distance(a: string, b: string): number {
  let before = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= b.length; j += 1)
      row.push(
        Math.min(
          (row[j - 1] ?? 0) + 1,
          (before[j] ?? 0) + 1,
          (before[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1),
        ),
      );
    before = row;
  }
  return before[b.length] ?? 0;
}
