import { headers } from "next/headers";
import type { CallOf, EndpointDeclaration } from "@/lib/contract/endpoint";
import { type ApiResponse, callApi } from "@/lib/server/http/call-api";
import { toApi } from "@/lib/server/http/headers";
import { requestIdOf } from "@/lib/server/http/request-id";
import { UpstreamError } from "@/lib/server/http/upstream";
import type { PageRequest } from "./page-request";

/**
 * Resolves a link without a session: the link alone grants access.
 * @returns undefined while the API is away
 */
export async function resolveLink<E extends EndpointDeclaration>(
  { config, place, language }: PageRequest,
  endpoint: E,
  input: CallOf<E>,
): Promise<ApiResponse | undefined> {
  const given = await headers();
  const base = toApi(given, { requestId: requestIdOf(given) });
  try {
    const response = await callApi({
      config,
      place,
      endpoint,
      input,
      headers: { ...base, accept: "application/json", lang: language },
    });
    return response.status >= 500 ? undefined : response;
  } catch (error) {
    if (error instanceof UpstreamError) return undefined;
    throw error;
  }
}
