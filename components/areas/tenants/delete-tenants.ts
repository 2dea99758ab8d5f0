"use client";
import { useTranslations } from "next-intl";
import { useConfirmedCall } from "@/components/resource/record/confirmed-call";
import { call } from "@/lib/api/client";
import { contract } from "@/lib/contract";

interface Deletable {
  tenantId: string;
  tenantName: string;
}

export function useDeleteTenants() {
  const t = useTranslations("tenants.delete");
  return useConfirmedCall<Deletable>({
    question: (tenants) => {
      const values = { count: tenants.length, name: tenants[0]?.tenantName ?? "" };
      return {
        title: t("title", values),
        description: t("lost", values),
        confirmLabel: t("confirm", values),
      };
    },
    run: (tenants) =>
      call(contract.tenants.remove, { query: { tenantIds: tenants.map(({ tenantId }) => tenantId) } }),
    nameOf: ({ tenantName }) => tenantName,
    deletedId: ({ tenantId }) => tenantId,
    areas: contract.tenants.remove.affects,
  });
}
