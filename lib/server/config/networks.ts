import { BlockList, isIP } from "node:net";

/** Parses `10.0.0.0/8, ::1` to a list for address lookups. @throws {TypeError} on anything else */
export function parseNetworks(text: string): BlockList {
  const networks = new BlockList();
  for (const item of text.split(",")) {
    const [address = "", bits] = item.trim().split("/");
    if (bits === undefined) networks.addAddress(address, familyOf(address));
    else networks.addSubnet(address, Number(bits), familyOf(address));
  }
  return networks;
}

/**
 * The client's address: the peer's own or, from trusted proxies, the nearest one that is not a proxy of ours.
 * @param peer the address of the connection's other end
 * @param forwardedFor the X-Forwarded-For header, which can be forged
 */
export function clientAddress(peer: string, forwardedFor: string | undefined, trusted?: BlockList): string {
  const nearest = plain(peer);
  if (!trusted) return nearest;
  const chain = [...(forwardedFor ?? "").split(",").map(plain), nearest].filter((address) => isIP(address));
  return chain.findLast((address) => !trusted.check(address, familyOf(address))) ?? nearest;
}

/** IPv4 addresses of a dual-stack socket look like `::ffff:127.0.0.1`. */
function plain(address: string): string {
  return address.trim().replace(/^::ffff:(?=\d+\.)/i, "");
}

function familyOf(address: string): "ipv4" | "ipv6" {
  return isIP(address) === 6 ? "ipv6" : "ipv4";
}
