"use client";
import { useTranslations } from "next-intl";
import { useCallback } from "react";
import { usePermissions } from "@/lib/client/permissions";
import type { AuditRow } from "@/lib/contract/audit";
import { useAreas } from "../areas-context";
import { findArea, findRoute } from "../route";

/** The area whose words tell of the records of a collection such as `users/invitations`. */
export const areaOf = (collection: string) => collection.split("/")[0] ?? collection;

/** What the records of a collection are called. */
export function useCollectionLabel(): (collection: string) => string {
  const t = useTranslations();
  return useCallback(
    (collection) => {
      const key = `${collection.replaceAll("/", ".")}.title`;
      return t.has(key as never) ? (t(key as never) as string) : collection;
    },
    [t],
  );
}

/** Failed sign-ins of nobody in particular are told of it. */
const nobody = /^[0-]+$/;

/** Where the record of a change is looked at; undefined where it is in no view, or not in one of the user's. */
export function useRecordPath(): (change: Pick<AuditRow, "collection" | "recordId">) => string | undefined {
  const areas = useAreas();
  const { allows } = usePermissions();
  return ({ collection, recordId }) => {
    const area = findArea(areas, collection);
    if (!area || !allows(area) || nobody.test(recordId)) return undefined;
    const path = area.views.index ? `/${collection}` : `/${collection}/${recordId}`;
    return findRoute(areas, path) && path;
  };
}
