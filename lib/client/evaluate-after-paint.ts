declare global {
  interface Window {
    /** Where the bundler's files put what they hold: an array, until its runtime is here and takes them by `push`. */
    TURBOPACK?: unknown;
  }
}

/**
 * Scripts in the browser's cache are here before the page is, and their evaluation would come before its first paint: a
 * third of the time until then. So the bundler's runtime gets them only once the page has been parsed and painted; they
 * are loaded, and compiled, meanwhile.
 *
 * Runs from the page's head, written out as a script of its own: nothing outside of this function exists there.
 */
export function evaluateAfterPaint(): void {
  // A window that comes behind others paints nothing until it is looked at.
  const longest = 500;
  if (document.visibilityState === "hidden") return;
  const files: unknown[] = [];
  let runtime: { push: (file: unknown) => void } | undefined;
  // With this the runtime takes over what came before it.
  files.forEach = () => {};
  Object.defineProperty(window, "TURBOPACK", {
    configurable: true,
    get: () => files,
    set(given) {
      runtime = given;
    },
  });
  let isReleased = false;
  const release = () => {
    if (isReleased) return;
    isReleased = true;
    files.forEach = Array.prototype.forEach;
    const value = runtime ?? files;
    Object.defineProperty(window, "TURBOPACK", { configurable: true, writable: true, value });
    for (const file of runtime ? files : []) runtime?.push(file);
  };
  document.addEventListener("DOMContentLoaded", () => {
    setTimeout(release, longest);
    requestAnimationFrame(() => {
      // The frame that this belongs to is on screen when the next task runs; what waits for that too goes first.
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => setTimeout(release);
      port2.postMessage("");
    });
  });
}
