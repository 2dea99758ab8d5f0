/**
 * Asks the browser for a new passkey.
 * @param options as the API sends them
 * @returns what the API expects
 * @throws {Error} if the browser made none, such as after the user closed its dialog
 */
export async function createPasskey(options: object) {
  const { startRegistration } = await import("@simplewebauthn/browser");
  // The API forwards the options of the library's server part.
  const optionsJSON = options as Parameters<typeof startRegistration>[0]["optionsJSON"];
  const passkey = await startRegistration({ optionsJSON });
  return { ...passkey, response: { ...passkey.response } };
}
