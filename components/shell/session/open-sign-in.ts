import { allowUnload } from "../tabs/unload-guard";

/** Opens an address that signs in, in a popup, or in this window if popups are blocked. */
export function openSignIn(address: string, query: Record<string, string> = {}): void {
  const inPopup = `${address}?${new URLSearchParams({ ...query, popup: "1" })}`;
  if (!window.open(inPopup, "hub-sign-in", "popup,width=480,height=680")) openSignInHere(address, query);
}

/** Opens an address that signs in, in this window, which restores tabs and drafts afterwards. */
export function openSignInHere(address: string, query: Record<string, string> = {}): void {
  allowUnload();
  const callbackUrl = location.pathname + location.search;
  location.assign(`${address}?${new URLSearchParams({ ...query, callbackUrl })}`);
}
