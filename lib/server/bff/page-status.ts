import { headers } from "next/headers";
import { exchangeOf } from "./internal-headers";

/** Gives the page being rendered a status of its own, for which Next has no function: 503 while the API is away. */
export async function setStatus(status: number): Promise<void> {
  const response = exchangeOf(await headers())?.response;
  if (!response || response.headersSent) return;
  response.statusCode = status;
  if (status === 503) response.setHeader("retry-after", "5");
}
