"use client";
import { useEffect } from "react";
import { tinykeys } from "tinykeys";
import { useTabStore } from "@/lib/tabs/context";

/** Alt Page Down and Alt Page Up go to the next and the previous tab; browsers leave both free. */
export function useTabShortcuts(): void {
  const store = useTabStore();
  useEffect(() => {
    const step = (by: number) => (event: KeyboardEvent) => {
      const { tabs, activeId } = store.getState();
      const at = tabs.findIndex(({ id }) => id === activeId);
      const next = tabs[(at + by + tabs.length) % tabs.length];
      if (next) store.actions.activate(next.id);
      event.preventDefault();
    };
    return tinykeys(window, { "Alt+PageDown": step(1), "Alt+PageUp": step(-1) });
  }, [store]);
}
