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

/** Tells the view inside which tab it lives in. */
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
  /** The address to go back to, where the view was opened with one; always within the product. */
  callback?: string;
  /**
   * Sets parameters; undefined or empty takes one out. Each change becomes a step of the browser's history,
   * except while a phrase is being typed, or as `replace` says.
   */
  setQuery(patch: Record<string, string | undefined>, options?: { replace?: boolean }): void;
  setTitle(title: string): void;
  /** Says that there is no such record. */
  setMissing(): void;
  /** Marks unsaved changes (TB-06). */
  setHighlighted(highlighted: boolean): void;
  /** Says how to save or discard before the tab closes; undefined takes it back. */
  guard(guard: TabGuard | undefined): void;
  /** Closes the tab and goes back to `callback`; asks first when something is unsaved. */
  close(): void;
  /** Closes the tab of a record that is gone, without asking about unsaved changes. */
  discard(): void;
  /** Mounts the view afresh. */
  reload(): void;
}

/** The tab that the view lives in. */
export function useTab(): TabHandle {
  const id = useContext(TabIdContext);
  if (id === undefined) throw new Error("useTab is for views inside a tab");
  const { actions } = useTabStore();
  // Not the whole tab, which changes whenever it is shown: its view would be rendered again each time.
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
  /** Goes to an address relative to the product, such as `/users/12?tab=roles`. */
  open(address: string, options?: OpenOptions): void;
  /** Closes a tab, by default the one this is called in or the active one; asks about unsaved changes. */
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

/** A real link to a view: a click opens its tab, middle click and ctrl/cmd click open it in the background (TB-02). */
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
