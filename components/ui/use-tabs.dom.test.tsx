// @vitest-environment jsdom
import { act, useState } from "react";
import { createRoot, type Root } from "react-dom/client";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { useTabs } from "./use-tabs";

const ids = ["one", "two", "three"];

function Tabs({ vertical }: { vertical?: boolean }) {
  const [value, setValue] = useState("one");
  const { list, tabOf, panelOf } = useTabs({ label: "Parts", value, onSelect: setValue, vertical });
  return (
    <>
      <div {...list}>
        {ids.map((id) => (
          <button key={id} {...tabOf(id)}>
            {id}
          </button>
        ))}
      </div>
      {ids.map((id) => (
        <div key={id} {...panelOf(id)} />
      ))}
    </>
  );
}

let root: Root;
beforeEach(() => {
  vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true);
  root = createRoot(document.body.appendChild(document.createElement("div")));
});
afterEach(() => {
  act(() => root.unmount());
  vi.unstubAllGlobals();
});

const selected = () => document.querySelector("[role=tab][aria-selected=true]");
const press = (key: string) =>
  act(() => {
    selected()?.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
  });

test.each([
  [false, ["ArrowRight", "ArrowLeft"]],
  [true, ["ArrowDown", "ArrowUp"]],
] as const)(
  "[TB-09] tabs (below each other: %s) are gone through in a circle by their arrow keys",
  (vertical, [forth, back]) => {
    act(() => root.render(<Tabs vertical={vertical} />));
    const first = selected();
    if (first instanceof HTMLElement) act(() => first.focus());
    for (const [key, shown] of [
      [forth, "two"],
      ["End", "three"],
      [forth, "one"],
      [back, "three"],
      ["Home", "one"],
      [vertical ? "ArrowRight" : "ArrowDown", "one"],
    ] as const) {
      press(key);
      expect(selected()?.textContent).toBe(shown);
      expect(document.activeElement).toBe(selected());
      expect(document.querySelectorAll("[role=tab][tabindex='0']")).toHaveLength(1);
      const panels = [...document.querySelectorAll("[role=tabpanel]:not([hidden])")];
      expect(panels.map(({ id }) => id)).toEqual([selected()?.getAttribute("aria-controls")]);
    }
  },
);
