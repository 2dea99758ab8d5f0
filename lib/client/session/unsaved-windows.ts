"use client";
import { newId } from "../new-id";
import type { Unsaved } from "../tabs/state";

export type Message =
  | { kind: "ask"; question: string }
  | { kind: "has"; question: string; window: string; unsaved: readonly Unsaved[] }
  | { kind: "save"; question: string; windows: readonly string[] }
  | { kind: "saved"; question: string; window: string; isSaved: boolean };

/** Windows of the same user, tenant and base path. */
export const channelOf = (owner: string) => new BroadcastChannel(`hub.unsaved ${owner}`);

interface Own {
  unsaved(): readonly Unsaved[];
  /** Resolves to whether all of it is saved. */
  save(): Promise<boolean>;
}

let name: string | undefined;
export const thisWindow = () => {
  name ??= newId();
  return name;
};

/** Responds to other windows that want to sign out. @returns function that stops responding, except for pending saves */
export function answerWindows(owner: string, own: Own, window = thisWindow()): () => void {
  const channel = channelOf(owner);
  const post = (message: Message) => {
    // Once everything is saved, the first channel is closed.
    const reply = channelOf(owner);
    reply.postMessage(message);
    reply.close();
  };
  channel.addEventListener("message", async ({ data }: MessageEvent<Message>) => {
    const { kind, question } = data;
    if (kind === "ask") post({ kind: "has", question, window, unsaved: own.unsaved() });
    if (kind === "save" && data.windows.includes(window))
      post({ kind: "saved", question, window, isSaved: await own.save().catch(() => false) });
  });
  return () => channel.close();
}
