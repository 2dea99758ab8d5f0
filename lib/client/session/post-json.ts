import { browserTimeZone } from "@/lib/preferences/time-zone";

interface Options {
  language: string;
  signal: AbortSignal;
}

/** Posts JSON from a page without a session. */
export function postJson(address: string, body: object, { language, signal }: Options): Promise<Response> {
  return fetch(address, {
    method: "POST",
    signal,
    headers: {
      accept: "application/json",
      "content-type": "application/json",
      lang: language,
      timezone: browserTimeZone(),
      "x-csrf": "1",
    },
    body: JSON.stringify(body),
  });
}
