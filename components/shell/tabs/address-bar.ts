"use client";
import { useEffect } from "react";
import { formatAddress, withoutPrefix } from "@/lib/client/tabs/address";
import { useTabStore } from "@/lib/client/tabs/context";
import { usePrefix } from "@/lib/client/tabs/prefix";
import type { TabState } from "@/lib/client/tabs/state";

/** Mirrors the active tab in the address bar, and activates the matching tab on back and forward. */
export function useAddressBar(): void {
  const store = useTabStore();
  const prefix = usePrefix();
  useEffect(() => {
    const write = (state: TabState, how: "push" | "replace") => {
      const tab = state.tabs.find(({ id }) => id === state.activeId);
      if (!tab) return;
      const address = pageAddress(prefix, formatAddress(tab));
      if (address === addressShown() && shownTab() === tab.id) return;
      // Keeps Next's history state, so that its router neither rerenders nor writes a different address later.
      const entry = { ...window.history.state, tab: tab.id };
      try {
        if (how === "push") window.history.pushState(entry, "", address);
        else window.history.replaceState(entry, "", address);
      } catch {
        // Some browsers limit history changes to a hundred per 30 seconds; the next change updates the address.
      }
    };

    const followAddress = () => {
      const address = withoutPrefix(prefix, addressShown());
      if (address !== undefined) store.actions.follow(address, shownTab());
    };

    // Handles back navigation that happened before hydration.
    if (addressShown() === addressOpened()) write(store.getState(), "replace");
    else followAddress();
    const stop = store.subscribe((state, before) => {
      if (state.tabs !== before.tabs || state.activeId !== before.activeId) write(state, state.write);
    });

    const follow = (event: PopStateEvent) => {
      // Runs before Next's router, which would write its address late and over the next one.
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

/** Address of the document request. */
function addressOpened(): string {
  const [opened] = performance.getEntriesByType("navigation");
  const { pathname, search } = new URL(opened?.name ?? location.href);
  return pathname + search;
}

/** Returns the id of the tab for the current history entry; the path alone is ambiguous if two tabs have it. */
export function shownTab(): string | undefined {
  const tab: unknown = window.history.state?.tab;
  return typeof tab === "string" ? tab : undefined;
}

/** Returns the address to show: the home page of a prefix is the prefix itself. */
function pageAddress(prefix: string, address: string): string {
  if (prefix === "" || !/^\/(\?|$)/.test(address)) return prefix + address;
  return prefix + address.slice(1);
}
