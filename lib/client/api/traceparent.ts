const hex = (bytes: number) =>
  Array.from(crypto.getRandomValues(new Uint8Array(bytes)), (byte) =>
    byte.toString(16).padStart(2, "0"),
  ).join("");

/** Milliseconds from an action of the user in which calls are attributed to it; later ones are timers' and signals'. */
const longestAction = 10_000;

let action: { traceId: string; startedAt: number } | undefined;

if (typeof window !== "undefined")
  for (const type of ["pointerdown", "keydown", "popstate"])
    window.addEventListener(
      type,
      () => {
        action = { traceId: hex(16), startedAt: performance.now() };
      },
      { capture: true, passive: true },
    );

/** A call's trace (W3C Trace Context), which the processes continue down to SQL. Calls of one click or key share its trace. */
export function newTraceparent(): string {
  const isRecent = action && performance.now() - action.startedAt < longestAction;
  return `00-${isRecent ? action?.traceId : hex(16)}-${hex(8)}-01`;
}
