/** Forms with input that no draft holds: pending, never kept, or out of space. */
const unstored = new Set<object>();

export function setStored(form: object, isStored: boolean): void {
  if (isStored) unstored.delete(form);
  else unstored.add(form);
}

/** Whether all input of this page would survive a reload. */
export const isAllStored = () => unstored.size === 0;
