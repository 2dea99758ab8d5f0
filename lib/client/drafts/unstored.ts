/** Forms with something typed that no draft holds: not written yet, or of what is never kept, or the browser has no room. */
const unstored = new Set<object>();

export function noteStored(form: object, isStored: boolean): void {
  if (isStored) unstored.delete(form);
  else unstored.add(form);
}

/** Whether a reload would lose nothing of what is typed on this page. */
export const isAllStored = () => unstored.size === 0;
