// What is remembered, in this browser tab alone, between leaving one tenant and arriving in another. A browser that keeps
// nothing leads there too.
const wayKey = "hub:entering";
const nameKey = "hub:entering-as";

/** Where the way leads, and who goes it. */
export function rememberWay(address: string, userName: string): void {
  try {
    sessionStorage.setItem(wayKey, address);
    sessionStorage.setItem(nameKey, userName);
  } catch {}
}

/** The address at the end of the way, once. */
export function takeWay(): string | null {
  try {
    const way = sessionStorage.getItem(wayKey);
    sessionStorage.removeItem(wayKey);
    sessionStorage.removeItem(nameKey);
    return way;
  } catch {
    return null;
  }
}

/** The name of whoever is on the way to the tenant below `prefix`, where they may have to sign in first. */
export function nameOnTheWay(prefix: string): string | undefined {
  try {
    const isHere = sessionStorage.getItem(wayKey)?.startsWith(`${prefix}/`);
    return (isHere && sessionStorage.getItem(nameKey)) || undefined;
  } catch {
    return undefined;
  }
}
