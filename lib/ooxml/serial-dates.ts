export const oneDay = 86_400_000;
/** 1970-01-01 counted in days as spreadsheets do, from 1899-12-30. */
export const unixEpoch = 25_569;

/**
 * Converts a count of days since 1900 or 1904 to milliseconds since 1970; spreadsheets have a 29th of February 1900 (ECMA-376
 * part 1, 18.17.4.1).
 */
export function momentOfSerial(serial: number, isFrom1904: boolean): number {
  const days = isFrom1904 ? serial + 1462 : serial < 60 ? serial + 1 : serial;
  return Math.round(days * oneDay) - unixEpoch * oneDay;
}
