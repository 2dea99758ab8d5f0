/**
 * Calls back when the browser is idle, after painting pending changes.
 * @returns a function that cancels it
 */
export function idle(callback: () => void): () => void {
  // Not every browser has requestIdleCallback.
  if (!("requestIdleCallback" in window)) {
    const timer = setTimeout(callback, 300);
    return () => clearTimeout(timer);
  }
  const request = requestIdleCallback(() => callback(), { timeout: 500 });
  return () => cancelIdleCallback(request);
}
