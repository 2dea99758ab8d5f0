// @vitest-environment jsdom
import { act, type ReactNode } from "react";
import { createRoot, type Root } from "react-dom/client";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { type SingleKey, SingleKeysContext, useSingleKey } from "./single-keys";
import { useSingleKeys } from "./use-single-keys";

let root: Root;
let done: string[];

beforeEach(() => {
  done = [];
  vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true);
  // jsdom has no layout.
  Element.prototype.checkVisibility = function isShown(this: Element) {
    return this.closest("[hidden]") === null;
  };
  root = createRoot(document.body.appendChild(document.createElement("div")));
});
afterEach(() => {
  act(() => root.unmount());
  document.body.replaceChildren();
  Reflect.deleteProperty(Element.prototype, "checkVisibility");
  vi.unstubAllGlobals();
});

interface ControlProps {
  does: SingleKey;
  named?: string;
  isOff?: boolean;
}

function Control({ does, named = does, isOff }: ControlProps) {
  return (
    <button
      type="button"
      id={named}
      aria-disabled={isOff}
      {...useSingleKey(does)}
      onClick={() => done.push(named)}
    >
      {named}
    </button>
  );
}

function Keys({ isOn }: { isOn: boolean }) {
  useSingleKeys(isOn, (key) => key === "u" && done.push("users") > 0);
  return null;
}

/** Shows views, the first one in front. */
function showViews(views: readonly ReactNode[], { isOn = true, isCovered = false } = {}) {
  act(() =>
    root.render(
      <SingleKeysContext value={isOn}>
        <Keys isOn={isOn} />
        <main id="content" aria-hidden={isCovered || undefined}>
          {views.map((view, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: views do not move
            <div key={at} role="tabpanel" hidden={at > 0}>
              {view}
            </div>
          ))}
        </main>
      </SingleKeysContext>,
    ),
  );
}

/** Presses a key where the focus is; returns whether the browser's own action was prevented. */
function press(key: string, init: KeyboardEventInit = {}): boolean {
  const event = new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true, ...init });
  act(() => void (document.activeElement ?? document.body).dispatchEvent(event));
  return event.defaultPrevented;
}

const focus = (selector: string) => document.querySelector<HTMLElement>(selector)?.focus();

test("[SH-10] single keys activate the controls of the view in front, and only those it has", () => {
  showViews([<Control key="edit" does="edit" />, <Control key="create" does="create" />]);
  expect(press("e")).toBe(true);
  expect(press("c")).toBe(false);
  expect(press("q")).toBe(false);
  expect(done).toEqual(["edit"]);
  const edit = document.getElementById("edit");
  expect(edit?.getAttribute("aria-keyshortcuts")).toBe("e");
  expect(edit?.getAttribute("data-tooltip-key")).toBe("E");
});

test("[SH-10] Delete and # delete; Escape clears the selection first, and then the search", () => {
  const search = <Control key="search" does="clearSearch" />;
  showViews([[<Control key="remove" does="remove" />, search, <Control key="all" does="clearSelection" />]]);
  press("#", { shiftKey: true });
  press("Delete");
  press("Escape");
  showViews([search]);
  press("Escape");
  expect(done).toEqual(["remove", "remove", "clearSelection", "clearSearch"]);
});

test("[SH-10] of several controls the nearest to the focus is activated, and no disabled one", () => {
  showViews([
    [
      <Control key="off" does="edit" named="off" isOff />,
      <section key="first">
        <Control does="edit" named="first" />
      </section>,
      <section key="second">
        <input type="checkbox" />
        <Control does="edit" named="second" />
      </section>,
    ],
  ]);
  press("e");
  focus("input");
  press("e");
  expect(done).toEqual(["first", "second"]);
});

test("[SH-10] a key selects the current row, or the first one, which becomes the current one", () => {
  const row = (name: string) => (
    <tr key={name}>
      <td data-selection="">
        <input type="checkbox" id={name} aria-label={name} onClick={() => done.push(name)} />
      </td>
      <td>
        <a href="#record">{name}</a>
      </td>
    </tr>
  );
  showViews([
    <table key="rows">
      <tbody>{["one", "two"].map(row)}</tbody>
    </table>,
  ]);
  press("x");
  expect(document.activeElement?.id).toBe("one");
  focus("tr:last-child a");
  press("x");
  expect(document.activeElement?.textContent).toBe("two");
  expect(document.activeElement?.tagName).toBe("A");
  expect(done).toEqual(["one", "two"]);
});

test.each([
  ["a text field", "<input>"],
  ["a text area", "<textarea></textarea>"],
  ["a choice", "<select></select>"],
  ["an editor", '<div contenteditable="true" tabindex="0"></div>'],
  ["a menu", '<div role="menu" tabindex="0"></div>'],
  ["a panel", '<div role="dialog"><button type="button">Close</button></div>'],
])("[SH-10] single keys do nothing in %s", (_, html) => {
  showViews([<Control key="edit" does="edit" />]);
  const place = document.body.appendChild(document.createElement("div"));
  place.innerHTML = html;
  place.querySelector<HTMLElement>("input, textarea, select, button, [tabindex]")?.focus();
  expect([press("e"), press("g"), press("u"), done]).toEqual([false, false, false, []]);
});

test.each([
  ["with Ctrl", { ctrlKey: true }],
  ["with Cmd", { metaKey: true }],
  ["with Alt", { altKey: true }],
  ["with Shift", { shiftKey: true }],
  ["in a composition", { isComposing: true }],
  ["held down", { repeat: true }],
])("[SH-10] a letter %s is no command", (_, init) => {
  showViews([<Control key="edit" does="edit" />]);
  expect([press("e", init), done]).toEqual([false, []]);
});

test.each([
  ["with caps lock", { key: "E", code: "KeyE" }],
  ["on a Cyrillic keyboard", { key: "е", code: "KeyE" }],
  ["where the letter has another place", { key: "e", code: "KeyD" }],
])("[SH-10] a letter is a command %s", (_, { key, code }) => {
  showViews([<Control key="edit" does="edit" />]);
  expect([press(key, { code }), done]).toEqual([true, ["edit"]]);
});

test("[SH-10] a Polish letter of a command's key is none", () => {
  showViews([<Control key="edit" does="edit" />]);
  expect([press("ę", { code: "KeyE" }), done]).toEqual([false, []]);
});

test("[SH-10] a dialog over the view takes all keys", () => {
  showViews([<Control key="edit" does="edit" />], { isCovered: true });
  expect([press("e"), press("g"), press("u"), done]).toEqual([false, false, false, []]);
});

test("[SH-10] g and a letter open an area; an unknown letter after it does nothing", () => {
  showViews([<Control key="edit" does="edit" />]);
  press("u");
  expect(done).toEqual([]);
  press("g");
  expect(press("u")).toBe(true);
  press("g");
  press("e");
  expect(done).toEqual(["users"]);
  press("e");
  expect(done).toEqual(["users", "edit"]);
});

test("[SH-11] turned off, single keys do nothing, and no control says one; Escape still clears", () => {
  showViews([[<Control key="edit" does="edit" />, <Control key="all" does="clearSelection" />]], {
    isOn: false,
  });
  expect([press("e"), press("g"), press("u")]).toEqual([false, false, false]);
  expect(document.getElementById("edit")?.hasAttribute("aria-keyshortcuts")).toBe(false);
  press("Escape");
  expect(done).toEqual(["clearSelection"]);
});
