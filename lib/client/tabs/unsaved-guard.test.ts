import { expect, test, vi } from "vitest";
import { createTabStore } from "./store";

/** Tabs with unsaved changes, and whether each can be saved. */
function edited(tabs: Record<string, boolean>) {
  const store = createTabStore("/");
  const discard = vi.fn<(path: string) => void>();
  const paths = () => store.getState().tabs.map(({ path }) => path);
  const idOf = (path: string) => store.getState().tabs.find((tab) => tab.path === path)?.id ?? "";
  for (const [path, saves] of Object.entries(tabs)) {
    store.actions.open(path);
    store.actions.setGuard(idOf(path), { save: async () => saves, discard: () => discard(path) });
    store.actions.change(idOf(path), { highlighted: true });
  }
  return { store, actions: store.actions, paths, idOf, discard, active: () => store.getState().activeId };
}

test("[TB-06] a highlighted tab asks before it closes, and stays until answered", async () => {
  const { store, actions, paths, idOf, discard, active } = edited({ "/users/1": true });
  actions.open("/roles");
  actions.close(idOf("/users/1"));
  actions.close(idOf("/users/1"));
  expect(store.getState().questions).toEqual([{ loss: "close", ids: [idOf("/users/1")] }]);
  expect(active()).toBe(idOf("/users/1"));
  await actions.answer("cancel");
  expect(store.getState().questions).toEqual([]);
  expect(paths()).toContain("/users/1");
  actions.close(idOf("/users/1"));
  await actions.answer("discard");
  expect(paths()).toEqual(["/", "/roles"]);
  expect(discard).toHaveBeenCalledWith("/users/1");
});

test("[TB-06] closing many asks once about all unsaved tabs, and closes none when cancelled", async () => {
  const { store, actions, paths, idOf } = edited({ "/users/1": true, "/users/2": true });
  actions.open("/roles");
  actions.closeAround(idOf("/roles"), "others");
  expect(store.getState().questions).toEqual([{ loss: "close", ids: [idOf("/users/1"), idOf("/users/2")] }]);
  await actions.answer("cancel");
  expect(paths()).toEqual(["/", "/users/1", "/users/2", "/roles"]);
  actions.closeAround(idOf("/roles"), "others");
  await actions.answer("save");
  await vi.waitFor(() => expect(paths()).toEqual(["/", "/roles"]));
  expect(store.getState().activeId).toBe(idOf("/roles"));
});

test("[TB-06] tabs that cannot be saved stay open and become active", async () => {
  const { actions, paths, idOf, active } = edited({ "/users/1": true, "/users/2": false, "/users/3": true });
  actions.closeAround(idOf("/users/1"), "all");
  await actions.answer("save");
  await vi.waitFor(() => expect(paths()).toEqual(["/", "/users/2"]));
  expect(active()).toBe(idOf("/users/2"));
});

test("[TB-06] a tab saved during the question closes", async () => {
  const { actions, paths, idOf } = edited({ "/users/1": true, "/users/2": true });
  const id = idOf("/users/1");
  actions.close(id);
  actions.setGuard(id, undefined);
  actions.change(id, { highlighted: false });
  await actions.answer("save");
  await vi.waitFor(() => expect(paths()).toEqual(["/", "/users/2"]));
});

test("[TB-06] leaving asks about every tab, and proceeds only if nothing is lost", async () => {
  const { actions, paths } = edited({ "/users/1": false });
  const leave = async (answer: "cancel" | "save" | "discard") => {
    const may = actions.confirmLoss("signOut");
    await actions.answer(answer);
    return may;
  };
  expect(await leave("cancel")).toBe(false);
  expect(await leave("save")).toBe(false);
  expect(await leave("discard")).toBe(true);
  expect(paths()).toEqual(["/", "/users/1"]);
  expect(await edited({}).actions.confirmLoss("leave")).toBe(true);
});

test("[TB-06] a question waits while another is open", async () => {
  const { store, actions, idOf, paths } = edited({ "/users/1": true, "/users/2": true });
  actions.close(idOf("/users/1"));
  actions.close(idOf("/users/2"));
  expect(store.getState().questions.map(({ ids }) => ids)).toEqual([[idOf("/users/1")], [idOf("/users/2")]]);
  await actions.answer("discard");
  expect(store.getState().questions).toHaveLength(1);
  await actions.answer("cancel");
  expect(paths()).toEqual(["/", "/users/2"]);
});

test("[TB-02] [TB-06] replacing a tab with unsaved changes asks", async () => {
  const { actions, paths, idOf } = edited({ "/users/1": true });
  actions.open("/roles", { mode: "replace", from: idOf("/users/1") });
  expect(paths()).toEqual(["/", "/users/1"]);
  await actions.answer("discard");
  await vi.waitFor(() => expect(paths()).toEqual(["/", "/roles"]));
});

test("[TB-06] a create tab saved on close opens no other tab", async () => {
  const store = createTabStore("/");
  const { actions } = store;
  actions.open("/roles/new");
  const { activeId } = store.getState();
  actions.change(activeId, { highlighted: true });
  actions.setGuard(activeId, {
    discard: () => undefined,
    save: async () => {
      actions.change(activeId, { highlighted: false });
      actions.open("/roles/7", { mode: "replace", from: activeId });
      return true;
    },
  });
  actions.close(activeId);
  await actions.answer("save");
  await vi.waitFor(() => expect(store.getState().tabs.map(({ path }) => path)).toEqual(["/"]));
});

test("[TB-06] the tab of a deleted record closes without asking, and cannot be reopened", () => {
  const { store, actions, paths, idOf } = edited({ "/users/1": true });
  actions.discard(idOf("/users/1"));
  expect(paths()).toEqual(["/"]);
  expect(store.getState()).toMatchObject({ questions: [], closed: [] });
});

test("[TB-06] [AU-08] sign-out asks about other windows and earlier visits, and waits for their saves", async () => {
  const { store, actions, paths } = edited({ "/users/1": true });
  const saved = vi.fn<() => Promise<boolean>>();
  const elsewhere = { windows: [{ title: "Grace" }], drafts: [], save: saved };
  const leave = async (answer: "cancel" | "save" | "discard") => {
    const may = actions.confirmLoss("signOut", undefined, elsewhere);
    expect(store.getState().questions[0]?.elsewhere).toBe(elsewhere);
    await actions.answer(answer);
    return may;
  };
  expect([await leave("cancel"), await leave("discard")]).toEqual([false, true]);
  expect(saved).not.toHaveBeenCalled();
  saved.mockResolvedValueOnce(false).mockResolvedValueOnce(true);
  expect([await leave("save"), await leave("save")]).toEqual([false, true]);
  expect(paths()).toEqual(["/", "/users/1"]);
});

test("[TB-06] [AU-08] sign-out can keep changes for later, without saving or discarding them", async () => {
  const { actions, store } = edited({ "/users/1": true });
  const [save, keep] = [vi.fn<() => Promise<boolean>>(), vi.fn<() => void>()];
  const may = actions.confirmLoss("signOut", undefined, { windows: [], drafts: [], save, keep });
  await actions.answer("keep");
  expect(await may).toBe(true);
  expect([keep.mock.calls.length, save.mock.calls.length]).toEqual([1, 0]);
  expect(store.getState().tabs.find(({ path }) => path === "/users/1")?.highlighted).toBe(true);
});

test("[TB-06] [AU-08] saves other windows only after this one, and asks nothing if nothing is unsaved", async () => {
  const { store, actions } = edited({ "/users/1": false });
  const save = vi.fn<() => Promise<boolean>>();
  const may = actions.confirmLoss("signOut", undefined, { windows: [], drafts: [{ title: "Grace" }], save });
  await actions.answer("save");
  expect(await may).toBe(false);
  expect(save).not.toHaveBeenCalled();

  const calm = edited({});
  expect(await calm.actions.confirmLoss("signOut", undefined, { windows: [], drafts: [], save })).toBe(true);
  expect(store.getState().questions).toEqual([]);
});

test("[TB-06] [AU-08] a window saves all of its tabs at another window's request", async () => {
  expect(await edited({ "/users/1": true, "/users/2": true }).actions.saveAll()).toBe(true);
  const { actions, active, idOf } = edited({ "/users/1": false, "/users/2": true });
  expect(await actions.saveAll()).toBe(false);
  expect(active()).toBe(idOf("/users/1"));
});
