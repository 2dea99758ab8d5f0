"use client";
import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { queryOf } from "@/lib/api/query";
import { contract } from "@/lib/contract";
import { useFormat } from "@/lib/format";

/** The API keys of a user by name, for who may manage them. */
export function KeyNames({ userId }: { userId: string }) {
  const t = useTranslations("resource.setPassword");
  const format = useFormat();
  const { data } = useQuery(
    queryOf(contract.users.apiKeys, { params: { userId }, query: { pageLimit: 50 } }),
  );
  if (!data) return null;
  const names = data.list.map(({ keyName, keyEnding }) => keyName || `…${keyEnding}`);
  return names.length > 0 ? t("apiKeys", { names: format.allOf(names) }) : t("noApiKeys");
}
