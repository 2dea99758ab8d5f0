"use client";
import { useTranslations } from "next-intl";
import { useMemo, useSyncExternalStore } from "react";
import { PickerField } from "@/components/resource/fields/picker/picker-field";
import type { PickerSource } from "@/components/resource/fields/picker/source";
import { browserTimeZone } from "@/lib/preferences/time-zone";
import { useChosen } from "./use-chosen";
import { findZones, zoneText } from "./zones";

/** A zone of the IANA database, found by its city, region or offset; empty follows the browser. */
export function TimeZoneField({ name }: { name: string }) {
  const t = useTranslations("my-account.preferences");
  const { timezone } = useChosen();
  const here = useSyncExternalStore(
    () => () => {},
    browserTimeZone,
    () => "",
  );
  const known = useMemo(
    () => (timezone ? [{ id: timezone, text: zoneText(timezone, Date.now()) }] : []),
    [timezone],
  );
  const zone = here && zoneText(here, Date.now());
  return (
    <PickerField
      name={name}
      source={zones}
      known={known}
      nothing={t("browserTimeZone", { zone })}
      placeholder={zone}
      help={t("timeZoneHelp")}
    />
  );
}

const zones: PickerSource = async (phrase, limit) => {
  const { found, total } = findZones(phrase, limit, { here: browserTimeZone(), now: Date.now() });
  return { options: found.map(({ name, text }) => ({ id: name, text })), total };
};
