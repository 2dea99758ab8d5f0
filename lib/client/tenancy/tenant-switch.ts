// State kept in this browser tab while switching tenants. Switching works without storage too.
const destinationKey = "hub:entering";
const nameKey = "hub:entering-as";

/** Remembers the target address and user name. */
export function rememberDestination(address: string, userName: string): void {
  try {
    sessionStorage.setItem(destinationKey, address);
    sessionStorage.setItem(nameKey, userName);
  } catch {}
}

/** Returns and clears the remembered address. */
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

/** The user name during a switch to the tenant below `prefix`, which may require a sign-in. */
export function userNameInSwitch(prefix: string): string | undefined {
  try {
    const isHere = sessionStorage.getItem(destinationKey)?.startsWith(`${prefix}/`);
    return (isHere && sessionStorage.getItem(nameKey)) || undefined;
  } catch {
    return undefined;
  }
}
