"use client";

/** Windows of one tenant tell each other; those of other tenants have sessions of their own (AU-10). */
const channelOf = (prefix: string) => new BroadcastChannel(`hub.session${prefix}`);

/** Tells the other windows that somebody has signed in, perhaps somebody else. */
export function announceSession(prefix: string): void {
  const channel = channelOf(prefix);
  channel.postMessage("signedIn");
  channel.close();
}

/** @returns ends listening */
export function onSessionAnnounced(prefix: string, listener: () => void): () => void {
  const channel = channelOf(prefix);
  channel.addEventListener("message", listener);
  return () => channel.close();
}
