// @vitest-environment jsdom
import { act } from "react";
import { createRoot } from "react-dom/client";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Tooltip, TooltipProvider } from "./tooltip";

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true);
  vi.stubGlobal(
    "ResizeObserver",
    class {
      observe() {}
      unobserve() {}
      disconnect() {}
    },
  );
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

// Between two elements nothing has the focus; a modal dialog takes it back when something in it is removed just then.
test("[SH-08] a tooltip stays until the focus has arrived where it goes", () => {
  const root = createRoot(document.body.appendChild(document.createElement("div")));
  act(() =>
    root.render(
      <TooltipProvider>
        <Tooltip content="Closes the dialog">
          <button type="button">Close</button>
        </Tooltip>
      </TooltipProvider>,
    ),
  );
  const button = document.querySelector("button");
  const tips = () => document.querySelectorAll("[role=tooltip]").length;
  if (!button) throw new Error("There is no button.");
  vi.spyOn(button, "matches").mockReturnValue(true);
  act(() => button.focus());
  act(() => vi.runAllTimers());
  expect(tips()).toBe(1);
  act(() => button.blur());
  expect(tips()).toBe(1);
  act(() => vi.runAllTimers());
  expect(tips()).toBe(0);
  act(() => root.unmount());
});
