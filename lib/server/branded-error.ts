/**
 * Makes `instanceof` true for errors of the same class out of another bundle. Next bundles the listener on incoming requests
 * and the pages apart, each with classes of its own, while the session store and renewals under way are shared.
 * @param Class its instances are those with its `name`, which is a string of its own
 */
export function brand(Class: { prototype: Error }, name: string): void {
  const mark = Symbol.for(`hub.error.${name}`);
  Object.defineProperty(Class.prototype, mark, { value: true });
  Object.defineProperty(Class, Symbol.hasInstance, {
    value: (error: unknown) => typeof error === "object" && error !== null && mark in error,
  });
}
