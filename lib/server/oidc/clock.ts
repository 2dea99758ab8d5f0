import { BoundedMap } from "../core/bounded-map";

/** Limited, because each tenant may have its own provider. */
const maxKnown = 1_000;

/** Clock skew of servers in seconds, from their last response, by origin. */
const differences = new BoundedMap<string, number>(maxKnown);

/** Records the time stated by a response (RFC 9110, section 6.6.1). */
export function recordClock(address: string, date: string | null | undefined): void {
  const theirs = Date.parse(date ?? "");
  if (Number.isNaN(theirs)) return;
  differences.set(new URL(address).origin, Math.round((theirs - Date.now()) / 1000));
}

/** Seconds by which a server's clock is ahead of ours; undefined if unknown. */
export function clockDifference(address: string): number | undefined {
  return URL.canParse(address) ? differences.get(new URL(address).origin) : undefined;
}
