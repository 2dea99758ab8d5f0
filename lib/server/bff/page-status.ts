import { headers } from "next/headers";
import { exchangeOf } from "../http/internal-headers";

/**
 * Sets the status of the page being rendered, for which Next has no function: 503 while the API is away.
 * @param retryAfter seconds until a retry is worthwhile
 */
export async function setStatus(status: number, retryAfter = status === 503 ? 5 : undefined): Promise<void> {
  const response = exchangeOf(await headers())?.response;
  if (!response || response.headersSent) return;
  response.statusCode = status;
  if (retryAfter !== undefined) response.setHeader("retry-after", String(retryAfter));
}
