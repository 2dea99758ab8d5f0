"use client";
import { useTranslations } from "next-intl";
import { PickersField } from "@/components/resource/fields/picker/picker-field";
import { dictionarySource } from "@/components/resource/fields/picker/source";
import type { RowOf } from "@/components/resource/list/list-call";
import { useFormat } from "@/lib/client/format";
import { contract } from "@/lib/contract";

type RoleOption = RowOf<typeof contract.dictionaries.roles>;

export const roleSource = dictionarySource(contract.dictionaries.roles);

/** Ids of the roles preselected for a new user (US-02): default roles that the user may grant. */
export function initialRoleIds(roles: readonly RoleOption[]): string[] {
  return roles.filter(({ isDefault, denied }) => isDefault && !denied).map(({ id }) => id);
}

/** @param roles default roles, including those that the user may not grant */
export function RolesField({ roles }: { roles: readonly RoleOption[] }) {
  const t = useTranslations("users");
  const format = useFormat();
  const missing = roles.filter(({ isDefault, denied }) => isDefault && denied).map(({ name }) => name);
  return (
    <PickersField
      name="roleIds"
      help={missing.length > 0 ? t("help.rolesDenied", { names: format.allOf(missing) }) : t("help.roles")}
      source={roleSource}
      known={roles.map(({ id, name }) => ({ id, text: name }))}
      deniedHint={t("roles.denied")}
    />
  );
}

/** Roles to add to several users. */
export function BulkRolesField() {
  const t = useTranslations("users");
  return (
    <PickersField
      name="roleIds"
      help={t("help.bulkRoles")}
      source={roleSource}
      deniedHint={t("roles.denied")}
    />
  );
}
