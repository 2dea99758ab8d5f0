import { startAuthentication } from "@simplewebauthn/browser";

type Options = Parameters<typeof startAuthentication>[0]["optionsJSON"];

/**
 * Asks the browser for a passkey: in a dialog, or among the suggestions for the user name.
 * @returns undefined if the server offers no passkeys, or the user chose none
 */
export async function askForPasskey(prefix: string, { isInField = false } = {}): Promise<object | undefined> {
  const headers = { accept: "application/json", "x-csrf": "1" };
  try {
    const response = await fetch(`${prefix}/api/auth/passkey`, { method: "POST", headers });
    if (response.status !== 200) return undefined;
    const optionsJSON: Options = await response.json();
    return await startAuthentication({ optionsJSON, useBrowserAutofill: isInField });
  } catch {
    // The user closed the browser's dialog, or another request replaced this one.
    return undefined;
  }
}
