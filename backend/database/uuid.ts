const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** The distinct valid ids among those given, in lower case. */
export function distinctIds(given: readonly string[]): string[] {
  return [...new Set(given.map((id) => id.toLowerCase()))].filter((id) => uuid.test(id));
}

/** The number of distinct ids requested, valid or not. */
export function countDistinct(given: readonly string[]): number {
  return new Set(given.map((id) => id.toLowerCase())).size;
}

/** Whether two ids denote the same record: those in addresses may be in upper case. */
export function isSameId(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}
