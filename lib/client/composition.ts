/** So long after a word was put together, the key that ended that may still be on its way. */
const settles = 100;
let endedOn = Number.NEGATIVE_INFINITY;

if (typeof window !== "undefined")
  window.addEventListener(
    "compositionend",
    ({ timeStamp }) => {
      endedOn = timeStamp;
    },
    true,
  );

/**
 * Whether a key belongs to a word that an input method puts together, as for Chinese or Japanese: it chooses among what is
 * offered, and is no command. WebKit says so only by the key's code, or lets the composition end first.
 */
export function isComposing(event: Pick<KeyboardEvent, "isComposing" | "keyCode" | "timeStamp">): boolean {
  return event.isComposing || event.keyCode === 229 || event.timeStamp - endedOn < settles;
}
