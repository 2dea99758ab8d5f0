import type { Language } from "../preferences/preferences";
import { intlLocale } from "./intl-locale";

const units = ["byte", "kilobyte", "megabyte", "gigabyte"] as const;

/** Formats a number of bytes for users: `1.5 MB`; a kilobyte is 1024 bytes. */
export function formatSize(bytes: number, language: Language): string {
  const step = bytes > 0 ? Math.min(Math.floor(Math.log2(bytes) / 10), units.length - 1) : 0;
  return new Intl.NumberFormat(intlLocale(language), {
    style: "unit",
    unit: units[step],
    unitDisplay: step === 0 ? "long" : "short",
    maximumFractionDigits: 1,
  }).format(bytes / 1024 ** step);
}
