"use client";
import { useTranslations } from "next-intl";
import { useCallback } from "react";
import { usePermissions } from "@/lib/client/permissions";
import type { AuditRow } from "@/lib/contract/audit";
import { useAreas } from "../../area/areas-context";
import { findArea, findRoute } from "../../area/route";

/** Returns the area of a collection such as `users/invitations`, which provides its texts. */
export const areaOf = (collection: string) => collection.split("/")[0] ?? collection;

/** Label of a collection's records. */
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

/** Failed sign-ins without a known user have this id. */
const unknownUserId = /^[0-]+$/;

/** Path of a changed record; undefined if it has no view, or none that the user may open. */
export function useRecordPath(): (change: Pick<AuditRow, "collection" | "recordId">) => string | undefined {
  const areas = useAreas();
  const { allows } = usePermissions();
  return useCallback(
    ({ collection, recordId }) => {
      const area = findArea(areas, collection);
      if (!area || !allows(area) || unknownUserId.test(recordId)) return undefined;
      const path = area.views.index ? `/${collection}` : `/${collection}/${recordId}`;
      return findRoute(areas, path) && path;
    },
    [areas, allows],
  );
}
