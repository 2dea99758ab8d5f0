"use client";
import { useTranslations } from "next-intl";
import { useFormat } from "@/lib/client/format";
import { usePermissions } from "@/lib/client/permissions";
import { useAreas } from "./areas-context";

/** What the user may search, sorted by label (HO-02). */
export function useCollections() {
  const t = useTranslations();
  const format = useFormat();
  const { allows } = usePermissions();
  return useAreas()
    .filter((area) => area.collection && area.views.list && allows(area))
    .map((area) => ({ area, value: area.name, label: t(area.collection?.label ?? area.label) }))
    .sort((a, b) => format.compare(a.label, b.label));
}
