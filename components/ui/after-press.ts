/**
 * Runs at once, or when the button or finger is up that is being pressed: what moves from under it would not get its click.
 */
export function afterPress(run: () => void): void {
  if (!document.documentElement.matches(":active")) {
    run();
    return;
  }
  const stop = new AbortController();
  const up = () => {
    stop.abort();
    // The click comes first.
    setTimeout(run);
  };
  window.addEventListener("pointerup", up, { signal: stop.signal });
  window.addEventListener("pointercancel", up, { signal: stop.signal });
}
