// @vitest-environment jsdom
import { act, createElement } from "react";
import { createRoot } from "react-dom/client";
import { expect, test } from "vitest";
import { EarlyClicks } from "./early-clicks";

test("[TB-02] clicks on what does not work yet are done once it does, with the keys that were held", async () => {
  const button = document.body.appendChild(document.createElement("button"));
  const seen: boolean[] = [];
  button.addEventListener("click", (event) => seen.push(event.ctrlKey));

  button.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true, ctrlKey: true }));
  expect(seen).toEqual([]);

  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
  const root = createRoot(document.body.appendChild(document.createElement("div")));
  await act(async () => root.render(createElement(EarlyClicks)));
  await expect.poll(() => seen).toEqual([true]);

  button.click();
  expect(seen).toEqual([true, false]);
});
