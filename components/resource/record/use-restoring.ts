"use client";
import { useTranslations } from "next-intl";
import type { Endpoint } from "@/lib/contract/endpoint";
import { useConfirmedCall } from "./confirmed-call";

interface Restoring<Target> {
  /** Takes deletions back; left out where nothing can be restored. */
  endpoint?: Endpoint | false;
  /** The name of the records' ids, such as `userId`. */
  idName: string;
  idOf: (target: Target) => string;
  nameOf: (target: Target) => string;
  /** Said when it is done, where something stays lost; otherwise that they are back. */
  doneText?: (values: { count: number; name: string }) => string;
}

/** Makes deleted records be there again: as many as can be, and says why the others cannot (HI-03). */
export function useRestoring<Target>({ endpoint, idName, idOf, nameOf, doneText }: Restoring<Target>) {
  const t = useTranslations("resource.deleted");
  return useConfirmedCall<Target>({
    run: async (targets) => {
      if (!endpoint) return;
      const { restore } = await import("./restore");
      await restore({ endpoint, input: { body: { [`${idName}s`]: targets.map(idOf) } } });
    },
    nameOf,
    doneText: ([first, ...others]) => {
      const values = { count: 1 + others.length, name: first ? nameOf(first) : "" };
      return doneText ? doneText(values) : t("restored", values);
    },
    areas: endpoint ? (endpoint.affects ?? []) : [],
  });
}
