import * as z from "zod";
import type { ProviderResponse } from "./ask";
import { printable } from "./provider-error";

/** Milliseconds after which the same is said again. */
const period = 5 * 60_000;

const refusal = z.object({
  error: z.enum(["invalid_client", "unauthorized_client"]),
  error_description: z.string().optional().catch(undefined),
});

// The listener on incoming requests and the pages are bundled apart, so they share this through the global object.
const key = Symbol.for("hub.refused-clients");
const shared = globalThis as typeof globalThis & { [key]?: Map<string, number> };

/**
 * Says in a line of its own, at the level of errors, that a provider refuses this product and not a person: no session can be
 * renewed and nobody can sign in until somebody mends the registration or the settings. Once in five minutes, until it works.
 * @param answer of the provider, whatever it was asked for
 */
export function noteRefusedClient(
  { issuer, clientId, secret = "" }: { issuer: string; clientId: string; secret?: string },
  { status, body }: ProviderResponse,
): void {
  shared[key] ??= new Map();
  const saidAt = shared[key];
  const name = `${issuer} ${clientId}`;
  if (status < 300) saidAt.delete(name);
  const read = refusal.safeParse(body);
  // RFC 6749, section 5.2, asks for a code; some answer 401 with nothing or a page.
  const isBare = status === 401 && typeof (body as { error?: unknown } | undefined)?.error !== "string";
  if (status < 300 || !(read.success || isBare)) return;
  if (Date.now() - (saidAt.get(name) ?? Number.NEGATIVE_INFINITY) < period) return;
  saidAt.set(name, Date.now());
  const { error, error_description: description = "" } = read.data ?? { error: "status 401" };
  const said = secret === "" ? description : description.replaceAll(secret, "***");
  const why = said === "" ? error : `${error} (${printable(said)})`;
  console.error(`alarm: the provider ${printable(issuer)} refuses the client ${printable(clientId)}: ${why}`);
}
