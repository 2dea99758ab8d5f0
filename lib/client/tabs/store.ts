import { createStore, type StoreApi } from "zustand/vanilla";
import { localAddress } from "../../contract/local-address";
import { parseAddress, pathKey } from "./address";
import { closedTabs, lastBatch } from "./closing";
import * as operations from "./operations";
import type { Elsewhere, Loss, TabState } from "./state";
import { type ClosedTab, newTabId, type Tab } from "./tab";
import * as tabOrder from "./tab-order";
import { type Answer, createUnsavedGuard, type UnsavedGuard } from "./unsaved-guard";

export interface OpenOptions {
  /** `tab` activates the path's tab or opens one, `replace` replaces the current tab, `background` keeps the current one active. */
  mode?: "tab" | "replace" | "background";
  callbackUrl?: string;
  /** The initial title of a new tab: a background tab has no view that sets one. */
  title?: string;
}

export interface TabActions extends Pick<UnsavedGuard, "guardOf" | "setGuard" | "saveAll"> {
  open(address: string, options?: OpenOptions & { from?: string }): void;
  activate(id: string): void;
  /** Closes tabs; asks first about unsaved changes (TB-06). */
  close(ids: string | readonly string[]): void;
  /** Closes a tab at its view's request, and returns to the view's callback (RT-02). */
  leave(id: string): Promise<void>;
  /** Closes the tab of a deleted record without asking; it cannot be reopened. */
  discard(id: string): void;
  /** Closes the tabs around one, which becomes active, or all; pinned ones stay. */
  closeAround(id: string, scope: tabOrder.CloseScope): void;
  /** Reopens the last closed tab, or the one at that index of `closed`. */
  reopen(place?: number): void;
  /** Reopens all tabs of the last batch; the one used last becomes active. */
  reopenBatch(): void;
  duplicate(id: string): void;
  move(id: string, place: number): void;
  pin(id: string, pinned: boolean): void;
  /** Resolves to whether the action may proceed: nothing is unsaved, or the user has saved or discarded it. */
  confirmLoss(loss: Loss, ids?: readonly string[], elsewhere?: Elsewhere): Promise<boolean>;
  /** Answers the first question. */
  answer(answer: Answer): Promise<void>;
  /** Shows the target of the browser's back and forward buttons. */
  follow(address: string, id?: string): void;
  setQuery(id: string, patch: Record<string, string | undefined>, replace: boolean): void;
  change(id: string, changes: Partial<Pick<Tab, "title" | "missing" | "highlighted" | "icon">>): void;
  /** Remounts the view without asking. */
  reload(id: string): void;
}

export type TabStore = StoreApi<TabState> & { actions: TabActions };

const remembered = 25;

/** One store per workspace: a server renders many at once, so none is shared. */
export function createTabStore(firstAddress: string): TabStore {
  // Server and browser use the same id for the first tab; later ids must differ from those of earlier visits.
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
        // A create view saved in order to close it does not show the new record.
        if (get().questions.some(({ loss, ids }) => loss === "close" && ids.includes(from))) return;
        const tab = get().tabs.find(({ id }) => id === from);
        if (!tab?.highlighted || pathKey(tab.path) === pathKey(next.path)) return replace(next, from);
        actions.confirmLoss("replace", [from]).then((may) => may && replace(next, from));
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
    async confirmLoss(loss, ids = get().tabs.map(({ id }) => id), elsewhere) {
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

/** Actions that close tabs, after asking about unsaved changes. */
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

  /** Resolves to whether all of them are closed. */
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
