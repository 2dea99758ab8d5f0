import * as z from "zod";
import { callAsClient, refusalOfResponse } from "./ask-as-client";
import type { Client } from "./client-authentication";
import type { Provider } from "./provider";
import { ProviderError } from "./provider-error";

const pushed = z.object({ request_uri: z.string().min(1) });

/**
 * Pushes the parameters of an authorization request to a provider that requires it (RFC 9126, section 4); for others it
 * would only cost time.
 * @param location the authorization request, with its parameters
 * @returns the redirect target
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
  const given = await callAsClient(place, metadata, client, form);
  const read = pushed.safeParse(given.body);
  if (given.status >= 300) throw refusalOfResponse(place, given, client, form);
  if (!read.success) throw new ProviderError("unusable", `${place} did not take the request`);
  const to = new URL(metadata.authorization_endpoint);
  to.searchParams.set("client_id", client.clientId);
  to.searchParams.set("request_uri", read.data.request_uri);
  return to.href;
}
