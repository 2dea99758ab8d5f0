// @vitest-environment jsdom
import { act } from "react";
import { createRoot, type Root } from "react-dom/client";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { IconButton } from "./icon-button";
import { Tooltip } from "./tooltip";
import { Tooltips } from "./tooltips";

let root: Root;

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true);
  root = createRoot(document.body.appendChild(document.createElement("div")));
  act(() =>
    root.render(
      <>
        <Tooltip content="Closes the dialog">
          <button type="button">Close</button>
        </Tooltip>
        <IconButton label="Refresh">R</IconButton>
        <Tooltips />
      </>,
    ),
  );
});
afterEach(() => {
  act(() => root.unmount());
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function button(index: number): HTMLButtonElement {
  const found = document.querySelectorAll("button")[index];
  if (!found) throw new Error("There is no button.");
  vi.spyOn(found, "matches").mockReturnValue(true);
  return found;
}

const tips = () => [...document.querySelectorAll("[role=tooltip]")].map(({ textContent }) => textContent);

const fire = (target: Element, type: string) =>
  act(() => {
    target.dispatchEvent(new Event(type, { bubbles: true }));
  });

// While the focus moves, no element has it; a modal dialog restores it if an element is removed at that moment.
test("[SH-08] a tooltip stays until the focus has arrived at its target", () => {
  const close = button(0);
  act(() => close.focus());
  act(() => vi.runAllTimers());
  expect(tips()).toEqual(["Closes the dialog"]);
  act(() => close.blur());
  expect(tips()).toEqual(["Closes the dialog"]);
  act(() => vi.runAllTimers());
  expect(tips()).toEqual([]);
});

test("[SH-08] a tooltip appears after a delay, and not again on the control just pressed", () => {
  const refresh = button(1);
  fire(refresh, "pointerover");
  act(() => vi.advanceTimersByTime(300));
  expect(tips()).toEqual([]);
  act(() => vi.advanceTimersByTime(100));
  expect(tips()).toEqual(["Refresh"]);
  fire(refresh, "pointerdown");
  fire(refresh, "pointerover");
  act(() => vi.runAllTimers());
  expect(tips()).toEqual([]);
  fire(document.body, "pointerover");
  fire(refresh, "pointerover");
  act(() => vi.runAllTimers());
  expect(tips()).toEqual(["Refresh"]);
});

test("[SH-08] a tooltip describes its control, unless it is the control's name", () => {
  for (const [index, described] of [true, false].entries()) {
    const control = document.querySelectorAll("button")[index];
    if (!control) throw new Error("There is no button.");
    fire(control, "pointerover");
    act(() => vi.runAllTimers());
    expect(control.getAttribute("aria-describedby")).toBe(
      described ? document.querySelector("[role=tooltip]")?.id : null,
    );
    fire(document.body, "pointerover");
  }
});
