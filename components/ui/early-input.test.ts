// @vitest-environment jsdom
import { act, createElement, useState } from "react";
import { createRoot, hydrateRoot } from "react-dom/client";
import { renderToString } from "react-dom/server";
import { beforeEach, expect, test, vi } from "vitest";

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });

/** The module anew: it begins to listen when it is loaded. */
async function load() {
  vi.resetModules();
  return (await import("./early-input")).EarlyInput;
}

beforeEach(() => document.body.replaceChildren());

test("[TB-02] clicks on what does not work yet are done once it does, with the keys that were held", async () => {
  const EarlyInput = await load();
  const button = document.body.appendChild(document.createElement("button"));
  const seen: boolean[] = [];
  button.addEventListener("click", (event) => seen.push(event.ctrlKey));

  button.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true, ctrlKey: true }));
  expect(seen).toEqual([]);

  const root = createRoot(document.body.appendChild(document.createElement("div")));
  await act(async () => root.render(createElement(EarlyInput)));
  await expect.poll(() => seen).toEqual([true]);

  button.click();
  expect(seen).toEqual([true, false]);
});

function Search() {
  const [phrase, setPhrase] = useState("");
  return createElement(
    "label",
    null,
    phrase,
    createElement("input", { value: phrase, onChange: (event) => setPhrase(event.target.value) }),
  );
}

test.each(["before this code had arrived", "while the view's code was on its way"])(
  "[TL-01] what was typed %s stays and counts",
  async (when) => {
    const place = document.body.appendChild(document.createElement("div"));
    place.innerHTML = renderToString(createElement(Search));
    const input = place.querySelector("input");
    const type = () => {
      if (!input) return;
      input.value = "Ada";
      input.dispatchEvent(new Event("input", { bubbles: true }));
    };

    if (when.startsWith("before")) type();
    const EarlyInput = await load();
    if (when.startsWith("while")) type();
    await act(async () => hydrateRoot(place, createElement(Search)));
    const root = createRoot(document.body.appendChild(document.createElement("div")));
    await act(async () => root.render(createElement(EarlyInput)));

    await expect.poll(() => place.textContent).toBe("Ada");
    expect(input?.value).toBe("Ada");
  },
);
