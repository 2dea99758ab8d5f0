import { fold } from "@/lib/format/fold";
import { offsetMinutes } from "@/lib/format/zone";

interface Zone {
  /** IANA name. */
  name: string;
  /** Such as `America/New York (UTC-05:00)`. */
  text: string;
  offset: number;
}

/** Current names of zones that browsers list under older ones. */
const otherNames: Readonly<Record<string, string>> = {
  "America/Buenos_Aires": "Argentina",
  "America/Godthab": "Nuuk",
  "Asia/Calcutta": "Kolkata, Mumbai, Delhi",
  "Asia/Katmandu": "Kathmandu",
  "Asia/Rangoon": "Yangon",
  "Asia/Saigon": "Ho Chi Minh",
  "Asia/Shanghai": "Beijing",
  "Atlantic/Faeroe": "Faroe",
  "Europe/Kiev": "Kyiv",
  "Pacific/Enderbury": "Kanton",
};

/** Formats a zone with its offset at an instant. */
export function zoneText(name: string, now: number): string {
  const minutes = offsetMinutes(now, name);
  const two = (value: number) => String(Math.floor(value)).padStart(2, "0");
  const offset = `${minutes < 0 ? "-" : "+"}${two(Math.abs(minutes) / 60)}:${two(Math.abs(minutes) % 60)}`;
  return `${name.replaceAll("_", " ")} (UTC${offset})`;
}

let all: readonly Zone[] | undefined;

// Creates some four hundred formatters: once, when the list is first opened.
function allZones(now: number): readonly Zone[] {
  all ??= [...new Set(["UTC", ...Intl.supportedValuesOf("timeZone")])].map((name) => ({
    name,
    text: zoneText(name, now),
    offset: offsetMinutes(now, name),
  }));
  return all;
}

/** Normalises letters and digits, so that `sao paulo` finds São Paulo, and `utc+1` UTC+01:00. */
function plain(text: string): string {
  return fold(text)
    .replace(/[_/,]+/g, " ")
    .replace(/utc([+-])(\d)(?!\d)/g, "utc$10$2")
    .trim();
}

/**
 * Finds zones by phrase, matching city prefixes first. Without a phrase: the browser's, UTC, and those with the browser's offset.
 */
export function findZones(
  phrase: string,
  limit: number,
  { here, now }: { here: string; now: number },
): { found: readonly Zone[]; total: number } {
  const zones = allZones(now);
  const wanted = plain(phrase);
  const local = offsetMinutes(now, here);
  const rank = ({ name, text, offset }: Zone): number => {
    if (wanted === "") return name === here ? 0 : name === "UTC" ? 1 : offset === local ? 2 : 3;
    const searched = plain(`${text} ${otherNames[name] ?? ""}`);
    const city = plain(name.slice(name.lastIndexOf("/") + 1));
    if (city.startsWith(wanted)) return 0;
    if (` ${searched}`.includes(` ${wanted}`)) return 1;
    return searched.includes(wanted) ? 2 : Number.NaN;
  };
  const ranked = zones
    .map((zone) => ({ zone, rank: rank(zone) }))
    .filter(({ rank: found }) => !Number.isNaN(found))
    .sort((a, b) => a.rank - b.rank);
  return { found: ranked.slice(0, limit).map(({ zone }) => zone), total: ranked.length };
}
