"use client";
import { useTranslations } from "next-intl";
import type { Endpoint } from "@/lib/contract/endpoint";
import { useAskInPart } from "../history/ask-in-part";
import { useConfirmedCall } from "./confirmed-call";

interface Restoring<Target> {
  /** Restore endpoint; omitted if nothing can be restored. */
  endpoint?: Endpoint | false;
  /** Name of the records' ids, such as `userId`. */
  idName: string;
  idOf: (target: Target) => string;
  nameOf: (target: Target) => string;
}

/** Restores deleted records: as many as possible, with reasons for the others (HI-03). */
export function useRestoring<Target>({ endpoint, idName, idOf, nameOf }: Restoring<Target>) {
  const t = useTranslations("resource.deleted");
  const askInPart = useAskInPart();
  return useConfirmedCall<Target>({
    run: async (targets) => {
      if (!endpoint) return;
      const { restore } = await import("../history/restore");
      await restore({ endpoint, input: { body: { [`${idName}s`]: targets.map(idOf) } } }, askInPart);
    },
    nameOf,
    doneText: ([first, ...others]) =>
      t("restored", { count: 1 + others.length, name: first ? nameOf(first) : "" }),
    areas: endpoint ? (endpoint.affects ?? []) : [],
  });
}
