/** The signed-in user's key, as base64url of 32 bytes. A page belongs to one user. */
let key: string | undefined;

export const ownKey = () => key;

export function setOwnKey(next: string | undefined): void {
  key = next;
}
