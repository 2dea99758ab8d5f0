"use client";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { type NewShortcut, shortcutTo, useShortcuts } from "./shortcuts";

/** Whether a view is a shortcut, and a function that toggles it; a pending toggle blocks others. */
export function useShortcut(shortcut: NewShortcut) {
  const client = useQueryClient();
  const { data } = useShortcuts();
  const [isPending, setPending] = useState(false);
  const isReady = data !== undefined && !isPending;
  const toggle = async () => {
    if (!isReady) return;
    setPending(true);
    const changes = await import("./shortcut-changes").catch(() => undefined); // without a connection, the shell reports it
    await changes?.toggleShortcut(client, shortcut);
    setPending(false);
  };
  return { isMarked: shortcutTo(shortcut.actionUrl, data) !== undefined, isReady, toggle };
}
