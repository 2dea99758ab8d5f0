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

const textFields =
  "textarea, [contenteditable]:not([contenteditable=false]), input:not([type=checkbox], [type=radio], [type=button], [type=submit])";

/**
 * Whether Alt, or Option on a Mac, makes a key type a character: Option Shift A is Ą on a Polish keyboard, and AltGr Q is @ on a
 * German one. Otherwise a key keeps its letter.
 */
export function typesByAlt(event: Pick<KeyboardEvent, "key" | "code" | "altKey" | "getModifierState">) {
  const { key, code, altKey } = event;
  if (key !== "Dead" && [...key].length !== 1) return false;
  return event.getModifierState("AltGraph") || (altKey && code !== `Key${key.toUpperCase()}`);
}

/** Whether a key with Alt types into a field, and is no command. */
export function isTypedByAlt(event: KeyboardEvent): boolean {
  const { target } = event;
  return target instanceof Element && target.closest(textFields) !== null && typesByAlt(event);
}
