"use client";
import { newId } from "../new-id";
import type { Unsaved } from "../tabs/state";
import { channelOf, type Message, thisWindow } from "./unsaved-windows";

/** Milliseconds to wait for other windows to report unsaved changes, and to save them. */
const replyTimeout = 250;
const saveTimeout = 20_000;

export interface OtherWindows {
  unsaved: readonly Unsaved[];
  /** Saves them; resolves to whether that succeeded. */
  save(): Promise<boolean>;
}

/** Unsaved changes of other windows. Windows that do not respond in time, such as frozen ones, have them in drafts. */
export async function askWindows(owner: string, asking = thisWindow()): Promise<OtherWindows> {
  const channel = channelOf(owner);
  const question = newId();
  const found = new Map<string, readonly Unsaved[]>();
  await collectReplies(channel, replyTimeout, { kind: "ask", question }, (message) => {
    const isAnswer = message.kind === "has" && message.question === question && message.window !== asking;
    if (isAnswer && message.unsaved.length > 0) found.set(message.window, message.unsaved);
    return false;
  });
  channel.close();
  return {
    unsaved: [...found.values()].flat(),
    async save() {
      const waiting = new Set(found.keys());
      if (waiting.size === 0) return true;
      let isSaved = true;
      const saving = channelOf(owner);
      await collectReplies(
        saving,
        saveTimeout,
        { kind: "save", question, windows: [...waiting] },
        (message) => {
          if (message.kind !== "saved" || message.question !== question) return false;
          waiting.delete(message.window);
          isSaved &&= message.isSaved;
          return waiting.size === 0;
        },
      );
      saving.close();
      return isSaved && waiting.size === 0;
    },
  };
}

/** Sends a message, and resolves once `onMessage` returns true or the time is over. */
function collectReplies(
  channel: BroadcastChannel,
  timeout: number,
  message: Message,
  onMessage: (message: Message) => boolean,
): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, timeout);
    channel.addEventListener("message", ({ data }: MessageEvent<Message>) => {
      if (!onMessage(data)) return;
      clearTimeout(timer);
      resolve();
    });
    channel.postMessage(message);
  });
}
