import { BoundedMap } from "../bounded-map";

/** Tenants may have providers of their own. */
const maxKnown = 1_000;

/** Seconds by which the clocks of servers are ahead of ours, as their last answers had it, by origin. */
const differences = new BoundedMap<string, number>(maxKnown);

/** Takes note of what time an answer says that it is (RFC 9110, section 6.6.1). */
export function noteClock(address: string, date: string | null | undefined): void {
  const theirs = Date.parse(date ?? "");
  if (Number.isNaN(theirs)) return;
  differences.set(new URL(address).origin, Math.round((theirs - Date.now()) / 1000));
}

/** Seconds by which a server's clock is ahead of ours; undefined when it has not said. */
export function clockDifference(address: string): number | undefined {
  return URL.canParse(address) ? differences.get(new URL(address).origin) : undefined;
}
