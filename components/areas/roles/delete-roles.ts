"use client";
import { useTranslations } from "next-intl";
import { useConfirmedCall } from "@/components/resource/record/confirmed-call";
import { call } from "@/lib/api/client";
import { contract } from "@/lib/contract";

interface Deletable {
  roleId: string;
  roleName: string;
}

export function useDeleteRoles() {
  const t = useTranslations("roles.delete");
  return useConfirmedCall<Deletable>({
    question: (roles) => {
      const values = { count: roles.length, name: roles[0]?.roleName ?? "" };
      return {
        title: t("title", values),
        description: t("lost", values),
        confirmLabel: t("confirm", values),
      };
    },
    run: (roles) => call(contract.roles.remove, { query: { roleIds: roles.map(({ roleId }) => roleId) } }),
    nameOf: ({ roleName }) => roleName,
    deletedId: ({ roleId }) => roleId,
    areas: contract.roles.remove.affects,
  });
}
