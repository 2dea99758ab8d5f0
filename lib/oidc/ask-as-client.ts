import * as z from "zod";
import { askProvider, type ProviderAnswer } from "./ask";
import { type Client, waysToAsk } from "./client-authentication";
import type { Provider } from "./provider";
import { ProviderError, printable } from "./provider-error";

/**
 * Asks as the client, in the one of its ways that the provider knows it by.
 * @throws {ProviderError} `away`
 */
export async function askAsClient(
  place: string,
  metadata: Provider["metadata"],
  client: Client,
  form: Readonly<Record<string, string>>,
): Promise<ProviderAnswer> {
  const ways = waysToAsk(metadata, client);
  for (const way of ways) {
    const given = await askProvider(place, await way.question(form));
    const isLast = way === ways.at(-1);
    const isOtherWay = refusalBody.safeParse(given.body).data?.error === "invalid_client";
    if (!isOtherWay) way.worked();
    if (!isOtherWay || isLast) return given;
  }
  throw new Error("There is no way to ask.");
}

const refusalBody = z.object({ error: z.string() });

/** What an answer says that is none of those asked for (RFC 6749, section 5.2). */
export function refusalBy(place: string, { status, body }: ProviderAnswer): ProviderError {
  const read = refusalBody.safeParse(body);
  if (!read.success) return new ProviderError("unusable", `${place} answered ${status} without a reason`);
  return new ProviderError("refused", `${place} refused: ${printable(read.data.error)}`, read.data.error);
}
