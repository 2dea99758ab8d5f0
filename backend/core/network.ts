import { isIPv6 } from "node:net";

/**
 * The network by which attempts are counted: an IPv4 address itself, in any spelling, and the first 64 bits of IPv6,
 * because one customer of a provider has all the addresses behind them (RFC 6177).
 */
export function networkOf(address: string): string {
  const plain = address.replace(/%.*$/, "").replace(/^::ffff:(?=\d+\.)/i, "");
  if (!isIPv6(plain)) return plain;
  const [front = "", back] = plain.replace(/[^:]+\.[^:]+$/, "0:0").split("::");
  const groups = (text: string) => (text === "" ? [] : text.split(":"));
  const known = groups(front);
  // `::` stands for groups of zeros, of which only those among the first four matter here.
  const all =
    back === undefined
      ? known
      : [...known, ...Array<string>(8 - known.length - groups(back).length).fill("0"), ...groups(back)];
  const first = all.slice(0, 4).map((group) => Number.parseInt(group, 16).toString(16));
  return `${first.join(":")}::/64`;
}
