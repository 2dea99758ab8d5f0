// @vitest-environment jsdom
import { afterEach, expect, test, vi } from "vitest";
import { newTraceparent } from "./traceparent";

const ids = () => {
  const [version, traceId, spanId, flags] = newTraceparent().split("-");
  expect([version, flags]).toEqual(["00", "01"]);
  expect(spanId).toMatch(/^[\da-f]{16}$/);
  return { traceId, spanId };
};
afterEach(() => vi.useRealTimers());

test("[OP-05] calls of one click share a trace, calls of the next and calls long after it do not", () => {
  vi.useFakeTimers({ toFake: ["performance"] });
  const before = [ids(), ids()];
  window.dispatchEvent(new Event("pointerdown"));
  const clicked = [ids(), ids()];
  window.dispatchEvent(new Event("keydown"));
  const pressed = [ids(), ids()];
  vi.advanceTimersByTime(60_000);
  const after = [ids(), ids()];
  const traces = [...before, ...clicked, ...pressed, ...after].map(({ traceId }) => traceId);
  expect(new Set(traces).size).toBe(6);
  expect(clicked[0]?.traceId).toBe(clicked[1]?.traceId);
  expect(pressed[0]?.traceId).toBe(pressed[1]?.traceId);
  expect(new Set([...clicked, ...pressed].map(({ spanId }) => spanId)).size).toBe(4);
});
