"use client";
import { useEffect } from "react";
import { formatAddress, withoutPrefix } from "@/lib/client/tabs/address";
import { useTabStore } from "@/lib/client/tabs/context";
import { usePrefix } from "@/lib/client/tabs/prefix";
import type { TabState } from "@/lib/client/tabs/state";

/** Mirrors the active tab in the address bar, and follows back and forward to the tab they belong to. */
export function useAddressBar(): void {
  const store = useTabStore();
  const prefix = usePrefix();
  useEffect(() => {
    const write = (state: TabState, how: "push" | "replace") => {
      const tab = state.tabs.find(({ id }) => id === state.activeId);
      if (!tab) return;
      const address = pageAddress(prefix, formatAddress(tab));
      if (address === addressShown() && shownTab() === tab.id) return;
      // With the state that Next keeps there, its router neither renders anew nor writes an address of its own later.
      const entry = { ...window.history.state, tab: tab.id };
      try {
        if (how === "push") window.history.pushState(entry, "", address);
        else window.history.replaceState(entry, "", address);
      } catch {
        // Some browsers refuse more than a hundred steps in half a minute; the next one brings the address up to date.
      }
    };

    const followAddress = () => {
      const address = withoutPrefix(prefix, addressShown());
      if (address !== undefined) store.actions.follow(address, shownTab());
    };

    // Whoever goes back before the page works is taken there once it does.
    if (addressShown() === addressOpened()) write(store.getState(), "replace");
    else followAddress();
    const stop = store.subscribe((state, before) => {
      if (state.tabs !== before.tabs || state.activeId !== before.activeId) write(state, state.write);
    });

    const follow = (event: PopStateEvent) => {
      // Before Next's router, which would write its address late and over that of the next step.
      event.stopImmediatePropagation();
      followAddress();
    };
    window.addEventListener("popstate", follow, { capture: true });
    return () => {
      stop();
      window.removeEventListener("popstate", follow, { capture: true });
    };
  }, [store, prefix]);
}

const addressShown = () => location.pathname + location.search;

/** What the document was asked for. */
function addressOpened(): string {
  const [opened] = performance.getEntriesByType("navigation");
  const { pathname, search } = new URL(opened?.name ?? location.href);
  return pathname + search;
}

/** The id of the tab that the present entry of the browser's history belongs to: of two with one path, the address does not tell. */
export function shownTab(): string | undefined {
  const tab: unknown = window.history.state?.tab;
  return typeof tab === "string" ? tab : undefined;
}

/** What the browser shows: the home page of a prefix is the prefix itself. */
function pageAddress(prefix: string, address: string): string {
  if (prefix === "" || !/^\/(\?|$)/.test(address)) return prefix + address;
  return prefix + address.slice(1);
}
