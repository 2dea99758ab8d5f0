// Parsers for values stored in the browser or in user settings. The contract's schemas do more, but are not part of a first
// load.

/** Parses an unknown value; undefined if invalid. */
export type Reader<Value> = (given: unknown) => Value | undefined;

type Readers = Readonly<Record<string, Reader<unknown>>>;
type Values<Shape extends Readers> = {
  [Name in keyof Shape]: Shape[Name] extends Reader<infer Value> ? Value : never;
};

export function text(max: number, pattern?: RegExp): Reader<string> {
  return (given) =>
    typeof given === "string" && given.length <= max && (!pattern || pattern.test(given)) ? given : undefined;
}

export const flag: Reader<boolean> = (given) => (typeof given === "boolean" ? given : undefined);

export const number: Reader<number> = (given) => (Number.isFinite(given) ? (given as number) : undefined);

/** A non-negative integer. */
export const count: Reader<number> = (given) =>
  Number.isSafeInteger(given) && (given as number) >= 0 ? (given as number) : undefined;

export function oneOf<const Values extends readonly string[]>(values: Values): Reader<Values[number]> {
  return (given) => values.find((value) => value === given);
}

export const anyObject: Reader<Record<string, unknown>> = (given) => (isObject(given) ? given : undefined);

export function constant<const Value>(value: Value): Reader<Value> {
  return (given) => (given === value ? value : undefined);
}

/** A list of valid items. */
export function list<Value>(item: Reader<Value>, max: number): Reader<Value[]> {
  return (given) => {
    if (!Array.isArray(given) || given.length > max) return undefined;
    const values = given.map(item);
    return values.includes(undefined) ? undefined : (values as Value[]);
  };
}

/** An object with any keys and valid values. */
export function dictionary<Value>(name: Reader<string>, value: Reader<Value>): Reader<Record<string, Value>> {
  return (given) => {
    if (!isObject(given)) return undefined;
    const entries = Object.entries(given).map(([key, inner]) => [name(key), value(inner)] as const);
    return entries.some((entry) => entry.includes(undefined))
      ? undefined
      : (Object.fromEntries(entries) as Record<string, Value>);
  };
}

/** An object with these fields, some of them optional; drops others. */
export function object<Shape extends Readers, Optional extends Readers = Record<never, never>>(
  shape: Shape,
  optional?: Optional,
): Reader<Values<Shape> & Partial<Values<Optional>>> {
  return (given) => {
    if (!isObject(given)) return undefined;
    const read: Record<string, unknown> = {};
    for (const [name, reader] of Object.entries({ ...shape, ...optional })) {
      const isLeftOut = given[name] === undefined && !Object.hasOwn(shape, name);
      if (isLeftOut) continue;
      const value = reader(given[name]);
      if (value === undefined) return undefined;
      read[name] = value;
    }
    return read as Values<Shape> & Partial<Values<Optional>>;
  };
}

function isObject(given: unknown): given is Record<string, unknown> {
  return typeof given === "object" && given !== null && !Array.isArray(given);
}
