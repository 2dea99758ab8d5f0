import { createStore, type StoreApi } from "zustand/vanilla";
import { formatAddress, parseAddress } from "./address";
import * as operations from "./operations";
import type { Tab, TabGuard } from "./tab";

export interface OpenOptions {
  /** `tab` activates the path's tab or opens one, `replace` takes the current tab's place, `background` leaves the current one active. */
  mode?: "tab" | "replace" | "background";
  callbackUrl?: string;
  /** What a new tab is called until its view says so: a tab in the background has no view yet. */
  title?: string;
}

export interface TabState extends operations.TabSet {
  /** How the address bar takes over the next change. */
  write: "push" | "replace";
  /** Tabs whose closing waits for an answer about unsaved changes, in the order they were asked to close. */
  asking: readonly string[];
}

export interface TabActions {
  open(address: string, options?: OpenOptions & { from?: string }): void;
  activate(id: string): void;
  /** Closes the tab, or asks first when it has unsaved changes (TB-06). */
  close(id: string): void;
  /** Closes without asking. */
  discard(id: string): void;
  stopAsking(id: string): void;
  /** Shows what the browser's back and forward buttons went to. */
  follow(address: string): void;
  setQuery(id: string, patch: Record<string, string | undefined>, replace: boolean): void;
  change(id: string, changes: Partial<Pick<Tab, "title" | "highlighted" | "icon">>): void;
  reload(id: string): void;
  guardOf(id: string): TabGuard | undefined;
  setGuard(id: string, guard: TabGuard | undefined): void;
}

export type TabStore = StoreApi<TabState> & { actions: TabActions };

/** One store per workspace: a server renders many at once, so there is no shared one. */
export function createTabStore(firstAddress: string): TabStore {
  let count = 0;
  const opening = (address: string, callbackUrl?: string): operations.Opening => {
    const { path, query } = parseAddress(address);
    const callback = callbackUrl ?? query.callbackUrl;
    return { id: `tab-${++count}`, path, query, callback: callback && localAddress(callback) };
  };
  const guards = new Map<string, TabGuard>();
  const store = createStore<TabState>(() => ({
    ...operations.initialTabs(opening(firstAddress)),
    write: "replace",
    asking: [],
  }));
  const { getState: get, setState: set } = store;

  const actions: TabActions = {
    open(address, { mode = "tab", callbackUrl, title, from } = {}) {
      const next = { ...opening(address, callbackUrl), title };
      if (mode === "replace" && from !== undefined && get().asking.includes(from)) {
        // A create view that was saved in order to close it: what it made is not shown any more.
        return;
      }
      if (mode === "replace") {
        set((state) => ({ ...operations.replace(state, from ?? state.activeId, next), write: "replace" }));
      } else {
        const hasQuery = address.includes("?");
        const activating = mode !== "background";
        set((state) => ({
          ...operations.open(state, next, { activate: activating, hasQuery }),
          write: "push",
        }));
      }
    },
    activate: (id) => set((state) => ({ ...operations.activate(state, id), write: "push" })),
    close(id) {
      const tab = get().tabs.find((candidate) => candidate.id === id);
      if (!tab || tab.persistent) return;
      if (!tab.highlighted) return actions.discard(id);
      set((state) => ({
        ...operations.activate(state, id),
        write: "push",
        asking: state.asking.includes(id) ? state.asking : [...state.asking, id],
      }));
    },
    discard(id) {
      guards.delete(id);
      set((state) => ({
        ...operations.remove(state, id),
        write: "replace",
        asking: state.asking.filter((asked) => asked !== id),
      }));
    },
    stopAsking: (id) => set((state) => ({ asking: state.asking.filter((asked) => asked !== id) })),
    follow: (address) => set((state) => ({ ...operations.open(state, opening(address)), write: "replace" })),
    setQuery: (id, patch, replace) =>
      set((state) => {
        const tab = state.tabs.find((candidate) => candidate.id === id);
        if (!tab) return state;
        const query = operations.patchQuery(tab.query, patch);
        if (formatAddress({ path: "", query }) === formatAddress({ path: "", query: tab.query }))
          return state;
        return { tabs: operations.change(state.tabs, id, { query }), write: replace ? "replace" : "push" };
      }),
    change: (id, changes) => set((state) => ({ tabs: operations.change(state.tabs, id, changes) })),
    reload: (id) =>
      set((state) => ({
        tabs: state.tabs.map((tab) =>
          tab.id === id ? { ...tab, generation: tab.generation + 1, highlighted: false } : tab,
        ),
      })),
    guardOf: (id) => guards.get(id),
    setGuard(id, guard) {
      if (guard) guards.set(id, guard);
      else guards.delete(id);
    },
  };
  return Object.assign(store, { actions });
}

/** The address if it stays within the product: one slash, then neither a slash nor a backslash (RT-02). */
function localAddress(address: string): string | undefined {
  return /^\/(?![/\\])/.test(address) ? address : undefined;
}
