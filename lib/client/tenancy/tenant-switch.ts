// What is remembered, in this browser tab alone, between leaving one tenant and arriving in another. A browser that keeps
// nothing leads there too.
const destinationKey = "hub:entering";
const nameKey = "hub:entering-as";

/** Remembers the address to go to, and as whom. */
export function rememberDestination(address: string, userName: string): void {
  try {
    sessionStorage.setItem(destinationKey, address);
    sessionStorage.setItem(nameKey, userName);
  } catch {}
}

/** The remembered address, once. */
export function takeDestination(): string | null {
  try {
    const destination = sessionStorage.getItem(destinationKey);
    sessionStorage.removeItem(destinationKey);
    sessionStorage.removeItem(nameKey);
    return destination;
  } catch {
    return null;
  }
}

/** The user name of who is switching to the tenant below `prefix`, where they may have to sign in first. */
export function userNameInSwitch(prefix: string): string | undefined {
  try {
    const isHere = sessionStorage.getItem(destinationKey)?.startsWith(`${prefix}/`);
    return (isHere && sessionStorage.getItem(nameKey)) || undefined;
  } catch {
    return undefined;
  }
}
