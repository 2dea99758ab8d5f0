import { startAuthentication } from "@simplewebauthn/browser";

type Options = Parameters<typeof startAuthentication>[0]["optionsJSON"];

/**
 * Asks the browser for a passkey: at once, or offered in the field of the user name until one is chosen there.
 * @returns undefined where the server has none, or the person chose none
 */
export async function askForPasskey(prefix: string, { isInField = false } = {}): Promise<object | undefined> {
  const headers = { accept: "application/json", "x-csrf": "1" };
  try {
    const response = await fetch(`${prefix}/api/auth/passkey`, { method: "POST", headers });
    if (response.status !== 200) return undefined;
    const optionsJSON: Options = await response.json();
    return await startAuthentication({ optionsJSON, useBrowserAutofill: isInField });
  } catch {
    // The person closed the browser's dialog, or another request replaced this one.
    return undefined;
  }
}
