// @vitest-environment jsdom
import { act } from "react";
import { createRoot } from "react-dom/client";
import { expect, test } from "vitest";
import { TabProvider, TabStoreProvider, useTab } from "./context";
import { createTabStore } from "./store";

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });

function Page({ onRender }: { onRender: (page: string | undefined) => void }) {
  onRender(useTab().query.page);
  return null;
}

test("[TB-05] a view renders again when its own address changes, and not when tabs are switched", async () => {
  const store = createTabStore("/");
  store.actions.open("/users?page=2");
  store.actions.open("/roles");
  const users = store.getState().tabs.find(({ path }) => path === "/users");
  if (!users) throw new Error("No tab was opened");

  const pages: (string | undefined)[] = [];
  const root = createRoot(document.createElement("div"));
  await act(async () =>
    root.render(
      <TabStoreProvider store={store}>
        <TabProvider id={users.id}>
          <Page onRender={(page) => pages.push(page)} />
        </TabProvider>
      </TabStoreProvider>,
    ),
  );
  await act(async () => store.actions.activate(users.id));
  await act(async () => store.actions.activate("home"));
  await act(async () => store.actions.activate(users.id));
  await act(async () => store.actions.change(users.id, { title: "All users" }));
  expect(pages).toEqual(["2"]);
  await act(async () => store.actions.setQuery(users.id, { page: "3" }, false));
  expect(pages).toEqual(["2", "3"]);
  await act(async () => root.unmount());
});
