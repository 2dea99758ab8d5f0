/**
 * A value that the whole process has once: Next bundles the request listener, route handlers and pages separately, each with
 * its own copy of a module.
 */
export function onePerProcess<T>(name: string, make: () => T): T {
  const key = Symbol.for(`hub.${name}`);
  const shared = globalThis as { [name: symbol]: unknown };
  shared[key] ??= make();
  return shared[key] as T;
}
