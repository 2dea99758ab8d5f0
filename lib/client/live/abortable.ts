/** Runs work while the window is visible, again each time it returns. */
export async function whileVisible(
  work: (signal: AbortSignal) => Promise<void>,
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    if (document.visibilityState === "hidden") {
      await changed(signal);
      continue;
    }
    const visible = new AbortController();
    const working = work(AbortSignal.any([signal, visible.signal]));
    await changed(signal);
    visible.abort();
    await working;
  }
}

const changed = (signal: AbortSignal) =>
  unlessAborted(signal, (resolve) => {
    document.addEventListener("visibilitychange", resolve);
    return () => document.removeEventListener("visibilitychange", resolve);
  });

export const sleep = (milliseconds: number, signal: AbortSignal) =>
  unlessAborted(signal, (resolve) => {
    const timer = setTimeout(resolve, milliseconds);
    return () => clearTimeout(timer);
  });

/** Also resolves when `signal` is aborted. @param start returns how to stop */
const unlessAborted = (signal: AbortSignal, start: (resolve: () => void) => () => void) =>
  new Promise<void>((resolve) => {
    const end = () => {
      stop();
      signal.removeEventListener("abort", end);
      resolve();
    };
    const stop = start(end);
    signal.addEventListener("abort", end);
  });
