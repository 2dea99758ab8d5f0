/**
 * Calls back once the browser has nothing better to do, such as painting what has just changed.
 * @returns takes it back
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
