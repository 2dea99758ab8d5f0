// @vitest-environment jsdom
import { act } from "react";
import { createRoot } from "react-dom/client";
import { expect, onTestFinished, test, vi } from "vitest";
import { ThemeProvider, useTheme } from "./theme-provider";

type Choice = ReturnType<typeof useTheme>;

function Reader({ onRender }: { onRender: (choice: Choice) => void }) {
  onRender(useTheme());
  return null;
}

function shown() {
  vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true);
  let choice: Choice | undefined;
  const root = createRoot(document.createElement("div"));
  act(() =>
    root.render(
      <ThemeProvider initial="auto">
        <Reader
          onRender={(now) => {
            choice = now;
          }}
        />
      </ThemeProvider>,
    ),
  );
  onTestFinished(() => {
    act(() => root.unmount());
    localStorage.clear();
    vi.unstubAllGlobals();
  });
  return () => {
    if (!choice) throw new Error("Nothing was rendered");
    return choice;
  };
}

test("[PR-03] follows the organisation without a choice, and keeps the user's choice", () => {
  const choice = shown();
  act(() => choice().follow("dark"));
  expect([choice().theme, document.documentElement.dataset.theme]).toEqual(["dark", "dark"]);
  act(() => choice().setTheme("light"));
  act(() => choice().follow("dark"));
  expect([choice().theme, document.documentElement.dataset.theme]).toEqual(["light", "light"]);
});
