/** Resolves once what was rendered is on screen; soon, where nothing is painted, such as in a window that is covered. */
export function painted(): Promise<void> {
  if (typeof requestAnimationFrame === "undefined") return Promise.resolve();
  return new Promise((resolve) => {
    requestAnimationFrame(() => setTimeout(resolve));
    setTimeout(resolve, 200);
  });
}
