/** Milliseconds after a composition during which the key that ended it may still arrive. */
const settleTime = 100;
let endedAt = Number.NEGATIVE_INFINITY;

if (typeof window !== "undefined")
  window.addEventListener(
    "compositionend",
    ({ timeStamp }) => {
      endedAt = timeStamp;
    },
    true,
  );

/**
 * Whether a key belongs to an input method's composition, as for Chinese or Japanese: such a key is no command. WebKit
 * reports that only by key code, or ends the composition first.
 */
export function isComposing(event: Pick<KeyboardEvent, "isComposing" | "keyCode" | "timeStamp">): boolean {
  return event.isComposing || event.keyCode === 229 || event.timeStamp - endedAt < settleTime;
}
