import { isIP } from "node:net";
import { connect } from "node:tls";
import type { Config } from "../../config/config";
import { issuerOf } from "../../config/issuer";
import { refuseInTransaction } from "../../core/open-transaction";
import { hostTenant } from "../../core/tenant-prefix";
import { defineCheck } from "../check";

/** Days before its end from which a certificate should be looked at, and replaced. */
const soon = 21;
const verySoon = 7;
const day = 24 * 60 * 60 * 1000;
/** Milliseconds for a server to present its certificate. */
const timeout = 5_000;

interface Seen {
  host: string;
  /** The end of its certificate; undefined if the server cannot be reached. */
  until?: Date;
  /** Why clients refuse it. */
  reason?: string;
}

export const certificates = defineCheck("certificates", async ({ config }) => {
  const seen = await Promise.all(encryptedAddresses(config).map(certificateOf));
  for (const state of ["act", "look"] as const) {
    const problem = seen.map(problemOf).find((one) => one?.state === state);
    if (problem) return problem;
  }
  const { protocol, hostname, host } = new URL(config.publicAddress);
  if (protocol === "http:" && !isThisMachine(hostname))
    return { state: "look", text: "unencrypted", values: { host } };
  const [first] = seen.toSorted((one, other) => Number(one.until) - Number(other.until));
  if (!first) return { state: "fine", text: "none" };
  return { state: "fine", text: "valid", values: { count: seen.length, host: first.host }, at: first.until };
});

function problemOf({ host, until, reason }: Seen) {
  if (!until) return { state: "look", text: "unreachable", values: { host } } as const;
  if (reason) return { state: "act", text: "invalid", values: { host, reason }, at: until } as const;
  const days = Math.floor((until.getTime() - Date.now()) / day);
  if (days > soon) return undefined;
  return {
    state: days > verySoon ? "look" : "act",
    text: "ends",
    values: { host, days },
    at: until,
  } as const;
}

const isThisMachine = (host: string) => /^(?:(?:[\w-]+\.)*localhost|127(?:\.\d+){3}|\[::1\])$/.test(host);

/** Servers that are reached by TLS from the first byte. */
function encryptedAddresses({ publicAddress, oidc, s3, officeConverterUrl, smtpUrl }: Config): URL[] {
  const all = [
    publicAddress,
    oidc && issuerOf(oidc.issuer, hostTenant),
    s3?.endpoint,
    officeConverterUrl,
    smtpUrl,
  ];
  const urls = all.flatMap((address) => (address && URL.canParse(address) ? [new URL(address)] : []));
  const encrypted = urls.filter(({ protocol }) => protocol === "https:" || protocol === "smtps:");
  return [...new Map(encrypted.map((url) => [url.host, url])).values()];
}

function certificateOf({ protocol, hostname, port }: URL): Promise<Seen> {
  refuseInTransaction("A certificate is looked at");
  const host = hostname.replace(/^\[|\]$/g, "");
  return new Promise((resolve) => {
    const socket = connect({
      host,
      port: Number(port) || (protocol === "smtps:" ? 465 : 443),
      servername: isIP(host) ? undefined : host,
      // Read, not trusted: nothing is sent.
      rejectUnauthorized: false,
      timeout,
    });
    const gone = () => {
      socket.destroy();
      resolve({ host });
    };
    socket.once("error", gone).once("timeout", gone);
    socket.once("secureConnect", () => {
      const { valid_to } = socket.getPeerCertificate();
      const reason = socket.authorized ? undefined : String(socket.authorizationError);
      socket.destroy();
      resolve({ host, until: new Date(valid_to), reason });
    });
  });
}
