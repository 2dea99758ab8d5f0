// @vitest-environment jsdom
import { act, createElement, useEffect, useState } from "react";
import { createRoot, hydrateRoot } from "react-dom/client";
import { renderToString } from "react-dom/server";
import { beforeEach, expect, test } from "vitest";
import { holdEarlyInput } from "@/lib/client/early-input";
import { Checkbox } from "./checkbox";
import { EarlyInput } from "./early-input";

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });

beforeEach(() => {
  document.body.replaceChildren();
  // Runs the source text, like the page's head.
  new Function(`(${holdEarlyInput})()`)();
});

test("[TB-02] clicks before hydration are replayed, with their modifier keys", async () => {
  const button = document.body.appendChild(document.createElement("button"));
  const seen: boolean[] = [];
  button.addEventListener("click", (event) => seen.push(event.ctrlKey));

  button.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true, ctrlKey: true }));
  expect(seen).toEqual([]);

  const root = createRoot(document.body.appendChild(document.createElement("div")));
  await act(async () => root.render(createElement(EarlyInput, {})));
  await expect.poll(() => seen).toEqual([true]);

  button.click();
  expect(seen).toEqual([true, false]);
});

test("[TB-02] a click caused by a key keeps its modifier keys", async () => {
  const link = document.body.appendChild(document.createElement("a"));
  const seen: unknown[] = [];
  link.addEventListener("keydown", ({ key, ctrlKey }) => seen.push([key, ctrlKey]));
  link.addEventListener("click", ({ ctrlKey }) => seen.push(["click", ctrlKey]));
  link.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true, ctrlKey: true }));

  const root = createRoot(document.body.appendChild(document.createElement("div")));
  await act(async () => root.render(createElement(EarlyInput, {})));
  await expect
    .poll(() => seen)
    .toEqual([
      ["Enter", true],
      ["click", true],
    ]);
});

test("[SH-10] of shortcuts pressed before hydration only the last is replayed, other keys are not", async () => {
  const seen: [key: string, ctrlKey: boolean, isEarly: boolean][] = [];
  const field = document.body.appendChild(document.createElement("input"));
  const press = (target: Element, init: KeyboardEventInit) =>
    target.dispatchEvent(new KeyboardEvent("keydown", { bubbles: true, cancelable: true, ...init }));
  const answer = (event: KeyboardEvent) => {
    seen.push([event.key, event.ctrlKey, event.defaultPrevented]);
  };
  window.addEventListener("keydown", answer);

  press(document.body, { key: "?", shiftKey: true });
  press(field, { key: "k", code: "KeyK", ctrlKey: true });
  press(field, { key: "k", code: "KeyK", ctrlKey: true, repeat: true });
  press(field, { key: "?" });
  press(document.body, { key: "a" });
  expect(seen.splice(0).map(([, , isEarly]) => isEarly)).toEqual([true, true, false, false, false]);

  const root = createRoot(document.body.appendChild(document.createElement("div")));
  await act(async () => root.render(createElement(EarlyInput, {})));
  await expect.poll(() => seen).toEqual([["k", true, false]]);

  press(field, { key: "k", code: "KeyK", ctrlKey: true });
  expect(seen).toHaveLength(2);
  window.removeEventListener("keydown", answer);
});

test("[TB-02] a click is replayed on its element, even if parts of that were rerendered", async () => {
  const link = document.body.appendChild(document.createElement("a"));
  const mark = link.appendChild(document.createElement("span"));
  const seen: unknown[] = [];
  link.addEventListener("click", ({ target }) => seen.push(target));
  mark.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true }));
  link.replaceChildren(document.createElement("span"));

  const root = createRoot(document.body.appendChild(document.createElement("div")));
  await act(async () => root.render(createElement(EarlyInput, {})));
  await expect.poll(() => seen).toEqual([link]);
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

test("[TL-01] text typed while the code loads is kept and handled", async () => {
  const place = document.body.appendChild(document.createElement("div"));
  place.innerHTML = renderToString(createElement(Search));
  const input = place.querySelector("input");
  if (!input) throw new Error("no field");
  input.value = "Ada";
  input.dispatchEvent(new Event("input", { bubbles: true }));

  await act(async () => hydrateRoot(place, createElement(Search)));
  const root = createRoot(document.body.appendChild(document.createElement("div")));
  await act(async () => root.render(createElement(EarlyInput, {})));

  await expect.poll(() => place.textContent).toBe("Ada");
  expect(input.value).toBe("Ada");
});

function Sum() {
  const [added, setAdded] = useState("");
  const [sum, setSum] = useState("0");
  return createElement(
    "div",
    null,
    createElement("input", { value: added, onChange: (event) => setAdded(event.target.value) }),
    createElement("button", { type: "button", onClick: () => setSum(`${sum}+${added}`) }),
    createElement("output", null, sum),
  );
}

test("[TL-01] early typing and clicks are replayed in order, each after the previous took effect", async () => {
  const place = document.body.appendChild(document.createElement("div"));
  place.innerHTML = renderToString(createElement(Sum));
  const [input, button] = [place.querySelector("input"), place.querySelector("button")];
  if (!input || !button) throw new Error("not drawn");
  input.value = "4";
  input.dispatchEvent(new Event("input", { bubbles: true }));
  for (let times = 0; times < 2; times++)
    button.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true, detail: 1 }));

  await act(async () => hydrateRoot(place, createElement(Sum)));
  // Without `act`, which would delay React's rendering.
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: false });
  createRoot(document.body.appendChild(document.createElement("div"))).render(createElement(EarlyInput, {}));
  await expect.poll(() => place.querySelector("output")?.textContent).toBe("0+4+4");
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
});

function Choice() {
  const [chosen, setChosen] = useState(false);
  const [times, setTimes] = useState(1);
  // Rerendered when browser-only data is known, such as the time zone.
  useEffect(() => setTimes(2), []);
  return createElement(
    "div",
    null,
    createElement(Checkbox, {
      checked: chosen,
      onChange: (event) => setChosen(event.target.checked),
    }),
    createElement("output", null, `${times} ${chosen}`),
    createElement(EarlyInput, { wait: true }),
  );
}

test("[TL-02] a checkbox ticked early works immediately, and never loses its tick", async () => {
  const place = document.body.appendChild(document.createElement("div"));
  place.innerHTML = renderToString(createElement(Choice));
  const box = place.querySelector("input");
  if (!box) throw new Error("no box");
  box.click();
  const seen: boolean[] = [];
  new MutationObserver(() => seen.push(box.checked)).observe(place, {
    childList: true,
    characterData: true,
    subtree: true,
  });
  await act(async () => hydrateRoot(place, createElement(Choice)));
  expect(place.querySelector("output")?.textContent).toBe("2 true");
  expect(seen.length).toBeGreaterThan(0);
  expect(seen).not.toContain(false);
  // Other input still waits, checkboxes do not.
  await act(async () => box.click());
  expect(place.querySelector("output")?.textContent).toBe("2 false");
});
