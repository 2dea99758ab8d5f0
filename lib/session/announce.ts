"use client";

/** Windows of one tenant tell each other; those of other tenants have sessions of their own (AU-10). */
const channelOf = (prefix: string) => new BroadcastChannel(`hub.session${prefix}`);

/** Tells the other windows that somebody has signed in, perhaps somebody else. */
export function announceSession(prefix: string): void {
  const channel = channelOf(prefix);
  channel.postMessage("signedIn");
  channel.close();
}

const mark = "hub.signing-in";

/** Remembers that this window is on its way to a provider, from where it comes back as another page. */
export function noteSigningIn(): void {
  try {
    sessionStorage.setItem(mark, "1");
  } catch {
    // Other windows then notice when they are looked at.
  }
}

/** Tells the other windows, when this page is what a sign-in at a provider has led to. */
export function announceReturn(prefix: string): void {
  try {
    if (sessionStorage.getItem(mark) === null) return;
    sessionStorage.removeItem(mark);
  } catch {
    return;
  }
  announceSession(prefix);
}

/** @returns ends listening */
export function onSessionAnnounced(prefix: string, listener: () => void): () => void {
  const channel = channelOf(prefix);
  channel.addEventListener("message", listener);
  return () => channel.close();
}
