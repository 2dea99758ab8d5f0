import { isTimeZone } from "../../lib/preferences/time-zone";

/** The IANA name in a Timezone header; undefined when there is no such zone. */
export function timeZoneOf(header: string | string[] | undefined): string | undefined {
  return typeof header === "string" && isTimeZone(header) ? header : undefined;
}
