// @vitest-environment jsdom
import { expect, test } from "vitest";
import { isComposing } from "./composition";

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
