import { createStore } from "zustand/vanilla";
import { serverNow } from "@/lib/client/server-clock";

/** An error that was said in a toast or in a view, for reading it again. */
export interface LoggedMessage {
  id: number;
  /** ISO 8601. */
  at: string;
  text: string;
  /** The HTTP status; 0 when no answer came, undefined when no call was made. */
  status?: number;
  method?: string;
  path?: string;
  /** As the API's log has it. */
  requestId?: string;
}

export interface MessageLog {
  /** The newest first. */
  messages: readonly LoggedMessage[];
  /** How many have come since the list was last looked at. */
  unseen: number;
}

/** More than anybody reads, and little enough to keep. */
export const keptMessages = 200;

/** The errors of this browser window. There is one window, so there is one list; servers never write to it. */
export const messageLog = createStore<MessageLog>(() => ({ messages: [], unseen: 0 }));

export function logMessage(message: Omit<LoggedMessage, "id" | "at">): void {
  messageLog.setState(({ messages, unseen }) => {
    const id = (messages[0]?.id ?? 0) + 1;
    const next = [{ ...message, id, at: new Date(serverNow()).toISOString() }, ...messages].slice(
      0,
      keptMessages,
    );
    return { messages: next, unseen: Math.min(unseen + 1, keptMessages) };
  });
}

export function clearMessages(): void {
  messageLog.setState({ messages: [], unseen: 0 });
}

export function markMessagesSeen(): void {
  messageLog.setState({ unseen: 0 });
}

/**
 * Lets the list outlive a reload, until the window is closed. Answers how to stop.
 * @param key one for each user and place, so that nobody reads another's messages
 */
export function keepMessages(key: string): () => void {
  const kept = read(key);
  messageLog.setState(({ messages, unseen }) => ({
    messages: [...messages, ...kept.messages]
      .slice(0, keptMessages)
      .map((message, index, all) => ({ ...message, id: all.length - index })),
    unseen: Math.min(unseen + kept.unseen, keptMessages),
  }));
  let hasLeft = false;
  const keep = (log: MessageLog) => {
    try {
      if (!hasLeft) sessionStorage.setItem(key, JSON.stringify(log));
    } catch {
      // The storage is full or forbidden: the list is kept in memory alone.
    }
  };
  const leave = () => {
    keep(withoutEnded(messageLog.getState()));
    hasLeft = true;
  };
  // A page may come back as it was left.
  const comeBack = () => {
    hasLeft = false;
  };
  window.addEventListener("pagehide", leave);
  window.addEventListener("pageshow", comeBack);
  const stop = messageLog.subscribe(keep);
  return () => {
    stop();
    window.removeEventListener("pagehide", leave);
    window.removeEventListener("pageshow", comeBack);
  };
}

/** Milliseconds before a page goes in which browsers end its calls, which then have no answer. */
const endedWithin = 1_000;

/** Leaves out what only says that the page is left. */
function withoutEnded({ messages, unseen }: MessageLog): MessageLog {
  const since = serverNow() - endedWithin;
  const left = messages.filter(({ status, at }) => status !== 0 || Date.parse(at) < since);
  return { messages: left, unseen: Math.max(0, unseen - (messages.length - left.length)) };
}

function read(key: string): MessageLog {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(key) ?? "");
    if (isLog(kept)) return kept;
  } catch {
    // Nothing was kept, or somebody else has written there, or the browser stores nothing.
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
