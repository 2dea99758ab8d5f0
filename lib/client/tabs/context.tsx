"use client";

import {
  type ComponentPropsWithRef,
  createContext,
  type MouseEvent,
  type ReactNode,
  useContext,
  useMemo,
} from "react";
import { useStore } from "zustand/react";
import { useShallow } from "zustand/react/shallow";
import type { TabQuery } from "./address";
import { usePrefix } from "./prefix";
import type { TabState } from "./state";
import type { OpenOptions, TabStore } from "./store";
import type { TabGuard } from "./tab";

const StoreContext = createContext<TabStore | undefined>(undefined);
const TabIdContext = createContext<string | undefined>(undefined);

export function TabStoreProvider({ store, children }: { store: TabStore; children: ReactNode }) {
  return <StoreContext.Provider value={store}>{children}</StoreContext.Provider>;
}

/** Provides the id of the tab to its view. */
export function TabProvider({ id, children }: { id: string; children: ReactNode }) {
  return <TabIdContext.Provider value={id}>{children}</TabIdContext.Provider>;
}

export function useTabStore(): TabStore {
  const store = useContext(StoreContext);
  if (!store) throw new Error("Tabs need a TabStoreProvider above them");
  return store;
}

export function useTabState<T>(select: (state: TabState) => T): T {
  return useStore(useTabStore(), select);
}

export interface TabHandle {
  id: string;
  path: string;
  /** The tab's own query: views never read the global address. */
  query: TabQuery;
  /** The address to return to, if any; always within the product. */
  callback?: string;
  /**
   * Sets parameters; undefined or empty removes one. Each change adds to the browser's history, except while a phrase is
   * typed, or as `replace` says.
   */
  setQuery(patch: Record<string, string | undefined>, options?: { replace?: boolean }): void;
  setTitle(title: string): void;
  /** Marks the record as missing. */
  setMissing(): void;
  /** Marks unsaved changes (TB-06). */
  setHighlighted(highlighted: boolean): void;
  /** Registers how to save or discard before the tab closes; undefined unregisters. */
  guard(guard: TabGuard | undefined): void;
  /** Closes the tab and returns to `callback`; asks first if there are unsaved changes. */
  close(): void;
  /** Closes the tab of a deleted record, without asking about unsaved changes. */
  discard(): void;
  /** Remounts the view. */
  reload(): void;
}

/** The tab of the current view. */
export function useTab(): TabHandle {
  const id = useContext(TabIdContext);
  if (id === undefined) throw new Error("useTab is for views inside a tab");
  const { actions } = useTabStore();
  // Selects single fields: the whole tab changes whenever it is shown, which would render its view each time.
  const address = useTabState(
    useShallow((state) => {
      const { path = "/", query = none, callback } = state.tabs.find((tab) => tab.id === id) ?? {};
      return { path, query, callback };
    }),
  );
  const steady = useMemo(
    () => ({
      id,
      setQuery: (patch: Record<string, string | undefined>, options: { replace?: boolean } = {}) =>
        actions.setQuery(id, patch, options.replace ?? "phrase" in patch),
      setTitle: (title: string) => actions.change(id, { title, missing: false }),
      setMissing: () => actions.change(id, { missing: true }),
      setHighlighted: (highlighted: boolean) => actions.change(id, { highlighted }),
      guard: (guard: TabGuard | undefined) => actions.setGuard(id, guard),
      close: () => void actions.leave(id),
      discard: () => actions.discard(id),
      reload: () => actions.reload(id),
    }),
    [actions, id],
  );
  return useMemo(() => ({ ...steady, ...address }), [steady, address]);
}

const none: TabQuery = {};

export interface Navigation {
  /** Opens an address relative to the product, such as `/users/12?tab=roles`. */
  open(address: string, options?: OpenOptions): void;
  /** Closes a tab, by default the current or active one; asks about unsaved changes. */
  closeTab(id?: string): void;
}

export function useNavigation(): Navigation {
  const store = useTabStore();
  const own = useContext(TabIdContext);
  return useMemo(
    () => ({
      open: (address, options) => store.actions.open(address, { ...options, from: own }),
      closeTab: (id) => store.actions.close(id ?? own ?? store.getState().activeId),
    }),
    [store, own],
  );
}

interface ViewLinkProps extends Omit<ComponentPropsWithRef<"a">, "href"> {
  /** An address relative to the product, such as `/users/12`. */
  to: string;
  options?: OpenOptions;
}

/** A link to a view: a click opens its tab, middle click and ctrl/cmd click open it in the background (TB-02). */
export function ViewLink({ to, options, onClick, onAuxClick, children, ...rest }: ViewLinkProps) {
  const { open } = useNavigation();
  const prefix = usePrefix();

  const follow = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event);
    if (event.defaultPrevented || event.shiftKey || event.altKey) return;
    event.preventDefault();
    open(to, event.ctrlKey || event.metaKey ? { ...options, mode: "background" } : options);
  };

  const followAside = (event: MouseEvent<HTMLAnchorElement>) => {
    onAuxClick?.(event);
    if (event.defaultPrevented || event.button !== 1) return;
    event.preventDefault();
    open(to, { ...options, mode: "background" });
  };

  return (
    <a href={to === "/" ? prefix || "/" : prefix + to} onClick={follow} onAuxClick={followAside} {...rest}>
      {children}
    </a>
  );
}
