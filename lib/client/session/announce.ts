"use client";

/** Windows of one tenant notify each other; other tenants have separate sessions (AU-10). */
const channelOf = (prefix: string) => new BroadcastChannel(`hub.session${prefix}`);

/** Messages between windows about their shared session. */
export type SessionNews =
  /** Possibly as another user. */
  | "signedIn"
  /**
   * The user signed out in another window. `keep`: drafts are sealed under the user's key, instead of deleted; without
   * `userId` the message is for any user.
   */
  | { kind: "signedOut"; userId?: string; keep: boolean }
  /** The server reported it to one of the windows. */
  | { kind: "ended" };

function postNews(prefix: string, news: SessionNews): void {
  const channel = channelOf(prefix);
  channel.postMessage(news);
  channel.close();
}

/** Notifies the other windows of a sign-in. */
export function announceSession(prefix: string): void {
  postNews(prefix, "signedIn");
}

/** Notifies all windows of the session that it is over, including this one. */
export function announceSignOut(
  prefix: string,
  userId: string | undefined,
  { keep }: { keep: boolean },
): void {
  postNews(prefix, { kind: "signedOut", userId, keep });
}

/** Notifies the other windows that the server has ended the session. */
export function announceEnd(prefix: string): void {
  postNews(prefix, { kind: "ended" });
}

const mark = "hub.signing-in";

/** Remembers that this window is redirecting to a provider and will return as another page. */
export function markSigningIn(): void {
  try {
    sessionStorage.setItem(mark, "1");
  } catch {
    // Other windows then notice on their next focus.
  }
}

/** Notifies the other windows if this page is the return from a provider. */
export function announceReturn(prefix: string): void {
  try {
    if (sessionStorage.getItem(mark) === null) return;
    sessionStorage.removeItem(mark);
  } catch {
    return;
  }
  announceSession(prefix);
}

/** @returns unsubscribe function */
export function onSessionNews(prefix: string, listener: (news: SessionNews) => void): () => void {
  const channel = channelOf(prefix);
  channel.addEventListener("message", ({ data }: MessageEvent<SessionNews>) => listener(data));
  return () => channel.close();
}
