import { createStore } from "zustand/vanilla";
import { serverNow } from "@/lib/client/api/server-clock";

/** An error shown in a toast or view, stored for later reading. */
export interface LoggedMessage {
  id: number;
  /** ISO 8601. */
  at: string;
  text: string;
  /** HTTP status; 0 without a response, undefined without a call. */
  status?: number;
  method?: string;
  path?: string;
  /** Request id as in the API's log. */
  requestId?: string;
}

export interface MessageLog {
  /** Newest first. */
  messages: readonly LoggedMessage[];
  /** Number of messages since the list was last opened. */
  unseen: number;
}

/** Enough for any reader, and small enough to store. */
export const maxMessages = 200;

/** The errors of this browser window. One store per window; servers never write to it. */
export const messageLog = createStore<MessageLog>(() => ({ messages: [], unseen: 0 }));

export function logMessage(message: Omit<LoggedMessage, "id" | "at">): void {
  messageLog.setState(({ messages, unseen }) => {
    const id = (messages[0]?.id ?? 0) + 1;
    const next = [{ ...message, id, at: new Date(serverNow()).toISOString() }, ...messages].slice(
      0,
      maxMessages,
    );
    return { messages: next, unseen: Math.min(unseen + 1, maxMessages) };
  });
}

export function clearMessages(): void {
  messageLog.setState({ messages: [], unseen: 0 });
}

export function markMessagesSeen(): void {
  messageLog.setState({ unseen: 0 });
}

/**
 * Persists the list across reloads until the window is closed. Returns a function that stops it.
 * @param key unique for each user and place, so that users cannot read each other's messages
 */
export function persistMessages(key: string): () => void {
  const kept = read(key);
  messageLog.setState(({ messages, unseen }) => ({
    messages: [...messages, ...kept.messages]
      .slice(0, maxMessages)
      .map((message, index, all) => ({ ...message, id: all.length - index })),
    unseen: Math.min(unseen + kept.unseen, maxMessages),
  }));
  let hasLeft = false;
  const keep = (log: MessageLog) => {
    try {
      if (!hasLeft) sessionStorage.setItem(key, JSON.stringify(log));
    } catch {
      // The storage is full or forbidden: the list stays in memory only.
    }
  };
  const leave = () => {
    keep(withoutAborted(messageLog.getState()));
    hasLeft = true;
  };
  // The page may be restored from the back/forward cache.
  const restoreLog = () => {
    hasLeft = false;
  };
  window.addEventListener("pagehide", leave);
  window.addEventListener("pageshow", restoreLog);
  const stop = messageLog.subscribe(keep);
  return () => {
    stop();
    window.removeEventListener("pagehide", leave);
    window.removeEventListener("pageshow", restoreLog);
  };
}

/** Milliseconds before unload in which browsers abort pending calls without a response. */
const abortWindow = 1_000;

/** Removes errors caused only by leaving the page. */
function withoutAborted({ messages, unseen }: MessageLog): MessageLog {
  const since = serverNow() - abortWindow;
  const left = messages.filter(({ status, at }) => status !== 0 || Date.parse(at) < since);
  return { messages: left, unseen: Math.max(0, unseen - (messages.length - left.length)) };
}

function read(key: string): MessageLog {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(key) ?? "");
    if (isLog(kept)) return kept;
  } catch {
    // Nothing stored, not in this format, or the browser has no storage.
  }
  return { messages: [], unseen: 0 };
}

function isLog(kept: unknown): kept is MessageLog {
  if (typeof kept !== "object" || kept === null) return false;
  const { messages, unseen } = kept as Partial<MessageLog>;
  return (
    Number.isInteger(unseen) &&
    Array.isArray(messages) &&
    messages.every(
      ({ at, text }: Partial<LoggedMessage>) => typeof at === "string" && typeof text === "string",
    )
  );
}
