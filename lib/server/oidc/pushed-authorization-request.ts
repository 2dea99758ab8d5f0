import * as z from "zod";
import { askAsClient, refusalBy } from "./ask-as-client";
import type { Client } from "./client-authentication";
import type { Provider } from "./provider";
import { ProviderError } from "./provider-error";

const pushed = z.object({ request_uri: z.string().min(1) });

/**
 * Hands the parameters of an authorization request to the provider itself where it takes them in no other way (RFC 9126,
 * section 4); elsewhere a further call would only cost time.
 * @param location the authorization request, with its parameters
 * @returns where to send the browser
 * @throws {ProviderError}
 */
export async function pushAuthorizationRequest(
  { metadata }: Provider,
  client: Client,
  location: string,
): Promise<string> {
  const place = metadata.pushed_authorization_request_endpoint;
  if (!place || !metadata.require_pushed_authorization_requests) return location;
  const form = Object.fromEntries(new URL(location).searchParams);
  const given = await askAsClient(place, metadata, client, form);
  const read = pushed.safeParse(given.body);
  if (given.status >= 300) throw refusalBy(place, given, client, form);
  if (!read.success) throw new ProviderError("unusable", `${place} did not take the request`);
  const to = new URL(metadata.authorization_endpoint);
  to.searchParams.set("client_id", client.clientId);
  to.searchParams.set("request_uri", read.data.request_uri);
  return to.href;
}
