// @vitest-environment jsdom
import { act } from "react";
import { createRoot } from "react-dom/client";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { TabStoreProvider } from "@/lib/client/tabs/context";
import { createTabStore } from "@/lib/client/tabs/store";
import { useTabShortcuts } from "./tab-keys";

function Shortcuts() {
  useTabShortcuts();
  return null;
}

let root: ReturnType<typeof createRoot>;
beforeEach(() => {
  root = createRoot(document.createElement("div"));
  vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true);
});
afterEach(() => {
  act(() => root.unmount());
  document.body.replaceChildren();
  vi.unstubAllGlobals();
});

test("[TB-10] global keys switch, move, close and reopen tabs, but not behind a dialog", () => {
  const store = createTabStore("/users");
  store.actions.open("/roles");
  act(() =>
    root.render(
      <TabStoreProvider store={store}>
        <Shortcuts />
      </TabStoreProvider>,
    ),
  );
  const press = (code: string, shiftKey = false) => {
    const event = new KeyboardEvent("keydown", { code, key: code, altKey: true, shiftKey, cancelable: true });
    act(() => void window.dispatchEvent(event));
    const { tabs, activeId } = store.getState();
    const strip = tabs.map(({ id, path }) => (id === activeId ? `[${path}]` : path)).join(" ");
    return event.defaultPrevented ? strip : `nothing: ${strip}`;
  };
  expect(press("PageDown")).toBe("[/] /users /roles");
  expect(press("PageUp")).toBe("/ /users [/roles]");
  expect(press("PageUp", true)).toBe("/ [/roles] /users");
  expect(press("PageDown", true)).toBe("/ /users [/roles]");
  expect(press("KeyW", true)).toBe("/ [/users]");
  expect(press("KeyT", true)).toBe("/ /users [/roles]");
  document.body.innerHTML = '<div aria-hidden="true"><main id="content"></main></div>';
  expect(press("KeyW", true)).toBe("nothing: / /users [/roles]");
});

test("[TB-10] characters typed with Option into a field close and open no tab", () => {
  const store = createTabStore("/users");
  act(() =>
    root.render(
      <TabStoreProvider store={store}>
        <Shortcuts />
      </TabStoreProvider>,
    ),
  );
  document.body.innerHTML = "<textarea></textarea>";
  const type = (key: string) => {
    const keys = { code: "KeyW", key, altKey: true, shiftKey: true, bubbles: true, cancelable: true };
    const event = new KeyboardEvent("keydown", keys);
    act(() => void document.querySelector("textarea")?.dispatchEvent(event));
    return event.defaultPrevented;
  };
  expect(type("„")).toBe(false);
  expect(store.getState().tabs).toHaveLength(2);
  expect(type("W")).toBe(true);
  expect(store.getState().tabs).toHaveLength(1);
});
