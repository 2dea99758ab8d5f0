let count = 0;

/** Returns a name unique across tests and runs; letters, digits and hyphens only. */
export function uniqueName(prefix: string): string {
  count += 1;
  return `${prefix}-${process.pid.toString(36)}${Date.now().toString(36)}${count.toString(36)}`;
}
