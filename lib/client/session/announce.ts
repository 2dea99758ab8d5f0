"use client";

/** Windows of one tenant tell each other; those of other tenants have sessions of their own (AU-10). */
const channelOf = (prefix: string) => new BroadcastChannel(`hub.session${prefix}`);

/** What windows tell each other about the session that they share. */
export type SessionNews =
  /** Perhaps somebody else. */
  | "signedIn"
  /**
   * By hand, in another window. `keep`: what was typed is kept under the user's key, and else forgotten; without a user it
   * is whoever had a session.
   */
  | { kind: "signedOut"; userId?: string; keep: boolean }
  /** The server has said so to one of them. */
  | { kind: "ended" };

function tell(prefix: string, news: SessionNews): void {
  const channel = channelOf(prefix);
  channel.postMessage(news);
  channel.close();
}

/** Tells the other windows that somebody has signed in. */
export function announceSession(prefix: string): void {
  tell(prefix, "signedIn");
}

/** Tells all windows of the session that it is over, this one too. */
export function announceSignOut(
  prefix: string,
  userId: string | undefined,
  { keep }: { keep: boolean },
): void {
  tell(prefix, { kind: "signedOut", userId, keep });
}

/** Tells the other windows that the server has ended the session. */
export function announceEnd(prefix: string): void {
  tell(prefix, { kind: "ended" });
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
export function onSessionNews(prefix: string, listener: (news: SessionNews) => void): () => void {
  const channel = channelOf(prefix);
  channel.addEventListener("message", ({ data }: MessageEvent<SessionNews>) => listener(data));
  return () => channel.close();
}
