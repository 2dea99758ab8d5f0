"use client";
import { useTranslations } from "next-intl";
import { useFormat } from "@/lib/client/format";
import { usePermissions } from "@/lib/client/permissions";
import { useAreas } from "../area/areas-context";
import { collectionsOf } from "./search-providers";

/** Collections that the user may search, sorted by label (HO-02). */
export function useCollections() {
  const t = useTranslations();
  const format = useFormat();
  const { allows } = usePermissions();
  return collectionsOf(useAreas())
    .filter(allows)
    .map(({ name, label, icon, List }) => ({ value: name, label: t(label), icon, List }))
    .sort((a, b) => format.compare(a.label, b.label));
}
