import { startAuthentication } from "@simplewebauthn/browser";

/**
 * Asks the browser for a passkey, from the server's options: in a dialog, or among the suggestions for the user name.
 * @throws {Error} if the browser returned none, such as after the user closed its dialog
 */
export async function getPasskey(options: object, { isInField = false } = {}) {
  // The API forwards the options of the library's server part.
  const optionsJSON = options as Parameters<typeof startAuthentication>[0]["optionsJSON"];
  const passkey = await startAuthentication({ optionsJSON, useBrowserAutofill: isInField });
  return { ...passkey, response: { ...passkey.response } };
}

/**
 * Asks for a passkey to sign in.
 * @returns undefined if the server offers no passkeys, or the user chose none
 */
export async function askForPasskey(prefix: string, where?: { isInField: boolean }) {
  const headers = { accept: "application/json", "x-csrf": "1" };
  try {
    const response = await fetch(`${prefix}/api/auth/passkey`, { method: "POST", headers });
    return response.status === 200 ? await getPasskey(await response.json(), where) : undefined;
  } catch {
    // The user closed the browser's dialog, or another request replaced this one.
    return undefined;
  }
}
