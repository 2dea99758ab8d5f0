// @vitest-environment jsdom
import { expect, test } from "vitest";
import { isComposing, isTypedByAlt } from "./composition";

test("[SH-10] ignores keys of a composition: by flag, by key code, or just after it ended", () => {
  const key = { isComposing: false, keyCode: 13, timeStamp: 0 };
  expect(isComposing(key)).toBe(false);
  expect(isComposing({ ...key, isComposing: true })).toBe(true);
  expect(isComposing({ ...key, keyCode: 229 })).toBe(true);
  const ended = new Event("compositionend");
  window.dispatchEvent(ended);
  expect(isComposing({ ...key, timeStamp: ended.timeStamp + 99 })).toBe(true);
  expect(isComposing({ ...key, timeStamp: ended.timeStamp + 101 })).toBe(false);
});

test.each([
  ["Option Shift A on a Polish Mac", { key: "Ą", code: "KeyA", altKey: true }, true],
  ["Option Shift W on an English Mac", { key: "„", code: "KeyW", altKey: true }, true],
  ["a dead key by Option", { key: "Dead", code: "KeyE", altKey: true }, true],
  ["AltGr A in Poland", { key: "ą", code: "KeyA", modifierAltGraph: true }, true],
  [
    "AltGr Q in Germany, as some browsers have it",
    { key: "@", code: "KeyQ", altKey: true, ctrlKey: true },
    true,
  ],
  ["Alt Shift A elsewhere", { key: "A", code: "KeyA", altKey: true }, false],
  ["Alt PageDown", { key: "PageDown", code: "PageDown", altKey: true }, false],
  ["Ctrl K", { key: "k", code: "KeyK", ctrlKey: true }, false],
])("[SH-10] %s: typed in a field %o, and nowhere else", (_, init, expected) => {
  const typedAt = (html: string) => {
    document.body.innerHTML = html;
    const event = new KeyboardEvent("keydown", { bubbles: true, ...init } as KeyboardEventInit);
    let typed: boolean | undefined;
    document.body.addEventListener("keydown", (heard) => (typed = isTypedByAlt(heard)), { once: true });
    document.body.firstElementChild?.dispatchEvent(event);
    return typed;
  };
  for (const field of ["<input>", "<textarea></textarea>", '<div contenteditable="true"></div>'])
    expect(typedAt(field)).toBe(expected);
  for (const other of ["<button></button>", '<input type="checkbox">', '<div contenteditable="false"></div>'])
    expect(typedAt(other)).toBe(false);
});
