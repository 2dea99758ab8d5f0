"use client";
import { useEffect } from "react";
import { formatAddress, withoutPrefix } from "@/lib/tabs/address";
import { useTabStore } from "@/lib/tabs/context";
import { usePrefix } from "@/lib/tabs/prefix";
import type { TabState } from "@/lib/tabs/store";

/** Mirrors the active tab in the address bar, and follows back and forward to the tab they belong to. */
export function useAddressBar(): void {
  const store = useTabStore();
  const prefix = usePrefix();
  useEffect(() => {
    const write = (state: TabState, how: "push" | "replace") => {
      const tab = state.tabs.find(({ id }) => id === state.activeId);
      if (!tab) return;
      const address = pageAddress(prefix, formatAddress(tab));
      if (address === location.pathname + location.search) return;
      // Next's own pushState and replaceState keep its router in step without asking the server.
      if (how === "push") window.history.pushState(null, "", address);
      else window.history.replaceState(null, "", address);
    };

    write(store.getState(), "replace");
    const stop = store.subscribe((state) => write(state, state.write));

    const follow = () => {
      const address = withoutPrefix(prefix, location.pathname + location.search);
      if (address !== undefined) store.actions.follow(address);
    };
    window.addEventListener("popstate", follow);
    return () => {
      stop();
      window.removeEventListener("popstate", follow);
    };
  }, [store, prefix]);
}

/** What the browser shows: the home page of a prefix is the prefix itself. */
function pageAddress(prefix: string, address: string): string {
  if (prefix === "" || !/^\/(\?|$)/.test(address)) return prefix + address;
  return prefix + address.slice(1);
}
