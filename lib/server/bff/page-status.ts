import { headers } from "next/headers";
import { exchangeOf } from "./internal-headers";

/**
 * Gives the page being rendered a status of its own, for which Next has no function: 503 while the API is away.
 * @param retryAfter seconds after which it is worth asking again
 */
export async function setStatus(status: number, retryAfter = status === 503 ? 5 : undefined): Promise<void> {
  const response = exchangeOf(await headers())?.response;
  if (!response || response.headersSent) return;
  response.statusCode = status;
  if (retryAfter !== undefined) response.setHeader("retry-after", String(retryAfter));
}
