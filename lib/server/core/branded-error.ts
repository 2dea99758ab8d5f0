/**
 * Makes `instanceof` work for errors of the same class from another bundle. Next bundles the request listener and the pages
 * separately, each with its own classes, while they share the session store and pending renewals.
 * @param Class class to mark; its instances are recognised by `name`
 */
export function brand(Class: { prototype: Error }, name: string): void {
  const mark = Symbol.for(`hub.error.${name}`);
  Object.defineProperty(Class.prototype, mark, { value: true });
  Object.defineProperty(Class, Symbol.hasInstance, {
    value: (error: unknown) => typeof error === "object" && error !== null && mark in error,
  });
}
