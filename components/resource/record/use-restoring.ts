"use client";
import { useTranslations } from "next-intl";
import type { Endpoint } from "@/lib/contract/endpoint";
import { useAskInPart } from "./ask-in-part";
import { useConfirmedCall } from "./confirmed-call";

interface Restoring<Target> {
  /** Takes deletions back; left out where nothing can be restored. */
  endpoint?: Endpoint | false;
  /** The name of the records' ids, such as `userId`. */
  idName: string;
  idOf: (target: Target) => string;
  nameOf: (target: Target) => string;
}

/** Makes deleted records be there again: as many as can be, and says why the others cannot (HI-03). */
export function useRestoring<Target>({ endpoint, idName, idOf, nameOf }: Restoring<Target>) {
  const t = useTranslations("resource.deleted");
  const askInPart = useAskInPart();
  return useConfirmedCall<Target>({
    run: async (targets) => {
      if (!endpoint) return;
      const { restore } = await import("./restore");
      await restore({ endpoint, input: { body: { [`${idName}s`]: targets.map(idOf) } } }, askInPart);
    },
    nameOf,
    doneText: ([first, ...others]) =>
      t("restored", { count: 1 + others.length, name: first ? nameOf(first) : "" }),
    areas: endpoint ? (endpoint.affects ?? []) : [],
  });
}
