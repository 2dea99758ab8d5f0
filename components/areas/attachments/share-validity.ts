/** Validity periods of a share (AM-03). */
export const sharePresets = ["oneDay", "oneMonth", "threeMonths", "sixMonths", "oneYear", "custom"] as const;
export type SharePreset = (typeof sharePresets)[number];

const months = { oneMonth: 1, threeMonths: 3, sixMonths: 6, oneYear: 12 } as const;

/** Returns the expiry of a share created now; clamped to the last day of shorter months. */
export function validUntilOf(preset: Exclude<SharePreset, "custom">, now: Date): Date {
  const end = new Date(now);
  if (preset === "oneDay") {
    end.setUTCDate(end.getUTCDate() + 1);
    return end;
  }
  const day = end.getUTCDate();
  end.setUTCDate(1);
  end.setUTCMonth(end.getUTCMonth() + months[preset]);
  const last = new Date(Date.UTC(end.getUTCFullYear(), end.getUTCMonth() + 1, 0)).getUTCDate();
  end.setUTCDate(Math.min(day, last));
  return end;
}
