/** The performance mark that {@link watchFirstRow} sets in the page. */
export const firstRowMark = "first row";

/** Runs in the page before anything else: records when the first row was painted, since the navigation began. */
export function watchFirstRow() {
  const kept = /** @type {any} */ (window);
  kept.shift = 0;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) kept.shift += /** @type {any} */ (entry).value;
  }).observe({ type: "layout-shift", buffered: true });
  const look = () => {
    const row = document.querySelector("tbody tr");
    if (!row || row.getClientRects().length === 0 || !row.textContent?.trim())
      return requestAnimationFrame(look);
    // The current frame is on screen when the next task runs.
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      kept.firstRowAt = performance.mark("first row").startTime;
    };
    port2.postMessage("");
  };
  requestAnimationFrame(look);
}
