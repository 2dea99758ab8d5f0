let count = 0;

/** Returns a name unique across tests and runs; letters and hyphens only, so that no number searched for is in it. */
export function uniqueName(prefix: string): string {
  count += 1;
  return `${prefix}-${[process.pid, Date.now(), count].map(inLetters).join("")}`;
}

/** Returns a number with the digits a to z. */
const inLetters = (value: number): string =>
  value.toString(26).replace(/\d/g, (digit) => "qrstuvwxyz"[Number(digit)] as string);
