const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** The distinct ids among those given that can be ids at all, in lower case. */
export function distinctIds(given: readonly string[]): string[] {
  return [...new Set(given.map((id) => id.toLowerCase()))].filter((id) => uuid.test(id));
}

/** How many different ids were asked for, whether or not they can exist. */
export function countDistinct(given: readonly string[]): number {
  return new Set(given.map((id) => id.toLowerCase())).size;
}

/** Whether two ids are of one record: those in addresses may be spelt in upper case. */
export function isSameId(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}
