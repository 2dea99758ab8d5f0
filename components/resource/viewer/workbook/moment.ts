import { momentOfSerial } from "@/lib/ooxml/serial-dates";

/** Converts a serial number to `2026-03-01T08:30:00`, counting days from 1900 or 1904. */
export function momentOf(serial: number, isFrom1904: boolean): string | undefined {
  const moment = new Date(Math.round(momentOfSerial(serial, isFrom1904) / 1_000) * 1_000);
  return Number.isNaN(moment.getTime()) ? undefined : moment.toISOString().slice(0, 19);
}
