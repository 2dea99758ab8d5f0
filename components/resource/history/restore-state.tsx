"use client";
import { useTranslations } from "next-intl";
import RestoreButton, { type RestoreCall } from "./restore";
import { useRestoreMark } from "./sentences/restore-key";

/** Restores the state after the selected change, also by key. */
export default function RestoreState(call: RestoreCall) {
  const t = useTranslations("history");
  return (
    <RestoreButton
      {...call}
      {...useRestoreMark(t("restore"))}
      texts={{ restore: t("restore"), restored: t("restored") }}
    />
  );
}
