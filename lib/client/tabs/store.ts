import { createStore, type StoreApi } from "zustand/vanilla";
import { localAddress } from "../../local-address";
import { parseAddress, pathKey } from "./address";
import { closedTabs, lastBatch } from "./closing";
import * as operations from "./operations";
import type { Elsewhere, Loss, TabState } from "./state";
import { type ClosedTab, newTabId, type Tab } from "./tab";
import * as tabOrder from "./tab-order";
import { type Answer, createUnsavedGuard, type UnsavedGuard } from "./unsaved-guard";

export interface OpenOptions {
  /** `tab` activates the path's tab or opens one, `replace` takes the current tab's place, `background` leaves the current one active. */
  mode?: "tab" | "replace" | "background";
  callbackUrl?: string;
  /** What a new tab is called until its view says so: a tab in the background has no view yet. */
  title?: string;
}

export interface TabActions extends Pick<UnsavedGuard, "guardOf" | "setGuard" | "saveAll"> {
  open(address: string, options?: OpenOptions & { from?: string }): void;
  activate(id: string): void;
  /** Closes tabs; asks first when some have unsaved changes (TB-06). */
  close(ids: string | readonly string[]): void;
  /** Closes a tab as its view asks for, and goes to where the view was to come back to (RT-02). */
  leave(id: string): Promise<void>;
  /** Closes a tab whose record is gone: nothing is asked, and it does not come back. */
  discard(id: string): void;
  /** Closes the tabs around one, which then is the active one, or all; pinned ones stay. */
  closeAround(id: string, scope: tabOrder.CloseScope): void;
  /** Brings back the tab that was closed last, or the one at that place of `closed`. */
  reopen(place?: number): void;
  /** Brings back all that was closed at once with the tab that was closed last; the one used last of them is active. */
  reopenBatch(): void;
  duplicate(id: string): void;
  move(id: string, place: number): void;
  pin(id: string, pinned: boolean): void;
  /** Resolves to whether unsaved changes may be lost: there are none, or the user has saved or discarded them. */
  mayLose(loss: Loss, ids?: readonly string[], elsewhere?: Elsewhere): Promise<boolean>;
  /** What the user says to the first question. */
  answer(answer: Answer): Promise<void>;
  /** Shows what the browser's back and forward buttons went to. */
  follow(address: string, id?: string): void;
  setQuery(id: string, patch: Record<string, string | undefined>, replace: boolean): void;
  change(id: string, changes: Partial<Pick<Tab, "title" | "missing" | "highlighted" | "icon">>): void;
  /** Has the view start afresh; asks nothing. */
  reload(id: string): void;
}

export type TabStore = StoreApi<TabState> & { actions: TabActions };

const remembered = 25;

/** One store per workspace: a server renders many at once, so there is no shared one. */
export function createTabStore(firstAddress: string): TabStore {
  // The server and the browser call the first tab alike; later ones meet those of earlier visits.
  let started = false;
  const newId = () => (started ? newTabId() : "tab-1");
  const opening = (address: string, callbackUrl?: string): operations.Opening => {
    const { path, query } = parseAddress(address);
    const { callbackUrl: carried, ...rest } = query;
    const callback = localAddress(callbackUrl ?? carried ?? "");
    return { id: newId(), path, query: callback ? { ...rest, callbackUrl: callback } : rest, callback };
  };
  const store = createStore<TabState>(() => ({
    ...operations.initialTabs(opening(firstAddress)),
    write: "replace",
    questions: [],
    saving: false,
    closed: [],
  }));
  started = true;
  const { getState: get, setState: set } = store;
  const unsavedGuard = createUnsavedGuard(store);

  const replace = (next: operations.Opening, from: string) =>
    set((state) => ({ ...operations.replace(state, from, next), write: "replace" }));

  const reopen = (gone: readonly ClosedTab[]) =>
    set((state) => {
      const { tabs, activeId } = operations.reopenAll(state, gone, newId);
      return { tabs, activeId, write: "push", closed: state.closed.filter((one) => !gone.includes(one)) };
    });

  const actions: Omit<TabActions, Closing> = {
    open(address, { mode = "tab", callbackUrl, title, from = get().activeId } = {}) {
      const next = { ...opening(address, callbackUrl), title };
      if (mode === "replace") {
        // A create view that was saved in order to close it: what it made is not shown any more.
        if (get().questions.some(({ loss, ids }) => loss === "close" && ids.includes(from))) return;
        const tab = get().tabs.find(({ id }) => id === from);
        if (!tab?.highlighted || pathKey(tab.path) === pathKey(next.path)) return replace(next, from);
        actions.mayLose("replace", [from]).then((may) => may && replace(next, from));
        return;
      }
      const options = { activate: mode !== "background", hasQuery: address.includes("?") };
      set((state) => ({ ...operations.open(state, next, options), write: "push" }));
    },
    activate: (id) => set((state) => ({ ...operations.activate(state, id), write: "push" })),
    reopen(place = 0) {
      const closed = get().closed[place];
      if (closed) reopen([closed]);
    },
    reopenBatch: () => reopen(lastBatch(get().closed)),
    duplicate: (id) => set((state) => ({ ...operations.duplicate(state, id, newId()), write: "push" })),
    move: (id, place) =>
      set((state) => {
        const tabs = tabOrder.move(state.tabs, id, place);
        return tabs === state.tabs ? state : { tabs, moved: { id } };
      }),
    pin: (id, pinned) => set((state) => ({ tabs: tabOrder.pin(state.tabs, id, pinned) })),
    async mayLose(loss, ids = get().tabs.map(({ id }) => id), elsewhere) {
      const { go, failed } = await unsavedGuard.ask(loss, ids, elsewhere);
      return go && failed.length === 0;
    },
    answer: unsavedGuard.answer,
    follow(address, id) {
      const next = opening(address);
      set((state) => ({ ...operations.follow(state, id, next), write: "replace" }));
    },
    setQuery: (id, patch, replacing) =>
      set((state) => {
        const tabs = operations.changeQuery(state.tabs, id, patch);
        return tabs === state.tabs ? state : { tabs, write: replacing ? "replace" : "push" };
      }),
    change: (id, changes) => set((state) => ({ tabs: operations.change(state.tabs, id, changes) })),
    reload: (id) =>
      set((state) => {
        const generation = (state.tabs.find((tab) => tab.id === id)?.generation ?? 0) + 1;
        return { tabs: operations.change(state.tabs, id, { generation, highlighted: false }) };
      }),
    guardOf: unsavedGuard.guardOf,
    setGuard: unsavedGuard.setGuard,
    saveAll: unsavedGuard.saveAll,
  };
  return Object.assign(store, { actions: { ...actions, ...closingActions(store, unsavedGuard, actions) } });
}

type Closing = "close" | "leave" | "discard" | "closeAround";

/** What closes tabs, once those with unsaved changes have been asked about. */
function closingActions(
  { getState: get, setState: set }: StoreApi<TabState>,
  { ask, setGuard }: UnsavedGuard,
  { open, activate }: Pick<TabActions, "open" | "activate">,
): Pick<TabActions, Closing> {
  const remove = (ids: readonly string[], remembering = true) => {
    set((state) => {
      const next = operations.remove(state, ids);
      const gone = state.tabs.filter((tab) => !next.tabs.some(({ id }) => id === tab.id));
      if (!remembering) return { ...next, write: "replace" };
      const closed = closedTabs(gone, state.tabs, state.closed);
      const kept = Math.max(remembered, closed.length);
      return { ...next, write: "replace", closed: [...closed, ...state.closed].slice(0, kept) };
    });
    for (const id of ids) if (!get().tabs.some((tab) => tab.id === id)) setGuard(id, undefined);
  };

  /** Answers whether all of them are closed. */
  const close = async (ids: readonly string[]): Promise<boolean> => {
    const { go, failed } = await ask("close", ids);
    if (go) remove(ids.filter((id) => !failed.includes(id)));
    return go && failed.length === 0;
  };

  return {
    close(ids) {
      const wanted = [ids].flat();
      const some = get().tabs.filter((tab) => wanted.includes(tab.id) && !tab.persistent);
      if (some.some((tab) => tab.highlighted)) void close(wanted);
      else if (some.length > 0) remove(wanted);
    },
    async leave(id) {
      const tab = get().tabs.find((candidate) => candidate.id === id);
      if (!tab || tab.persistent) return;
      if (!tab.highlighted) remove([id]);
      else if (!(await close([id]))) return;
      if (tab.callback) open(tab.callback);
    },
    discard: (id) => remove([id], false),
    closeAround(id, scope) {
      const ids = tabOrder.tabsToClose(get().tabs, id, scope);
      if (ids.length > 0) close(ids).then((closed) => closed && scope !== "all" && activate(id));
    },
  };
}
