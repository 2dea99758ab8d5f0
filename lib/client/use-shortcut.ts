"use client";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { type NewShortcut, shortcutTo, useShortcuts } from "./shortcuts";

/** Whether a view is a shortcut, and what makes it one or none; while that is on its way, nothing does. */
export function useShortcut(shortcut: NewShortcut) {
  const client = useQueryClient();
  const { data } = useShortcuts();
  const [isPending, setPending] = useState(false);
  const isReady = data !== undefined && !isPending;
  const toggle = async () => {
    if (!isReady) return;
    setPending(true);
    const changes = await import("./shortcut-changes").catch(() => undefined); // without a connection, the shell says so
    await changes?.toggleShortcut(client, shortcut);
    setPending(false);
  };
  return { isMarked: shortcutTo(shortcut.actionUrl, data) !== undefined, isReady, toggle };
}
