"use client";
import { ShieldCheck } from "lucide-react";
import { useTranslations } from "next-intl";
import { PickerDialog } from "@/components/resource/picker/picker-dialog";
import { call } from "@/lib/client/api/client";
import { useFormat } from "@/lib/client/format";
import { contract } from "@/lib/contract";
import type { UserDetail } from "@/lib/contract/users";
import { userDisplayName } from "@/lib/format/user-name";

interface AddRolesProps {
  user: UserDetail;
  open: true;
  onOpenChange: (open: boolean) => void;
}

/** Adds roles to a user, by a picker (US-04). */
export default function AddRoles({ user, ...dialog }: AddRolesProps) {
  const t = useTranslations("users");
  const format = useFormat();
  const params = { userId: user.userId };
  return (
    <PickerDialog
      {...dialog}
      title={t("roles.addTo", { name: userDisplayName(user) })}
      description={t("roles.addDescription")}
      endpoint={contract.dictionaries.roles}
      filter={{ userId: user.userId, isExcludedById: true }}
      label={t("roles.title")}
      columns={[
        {
          id: "name",
          header: t("fields.roleName"),
          cell: ({ name, denied }) => <RoleName name={name} denied={denied} />,
          wraps: true,
        },
      ]}
      refusal={(rows) => {
        const names = rows.filter(({ denied }) => denied).map(({ name }) => name);
        return names.length > 0
          ? t("roles.deniedChosen", { count: names.length, names: format.allOf(names) })
          : undefined;
      }}
      idOf={({ id }) => id}
      nameOf={({ name }) => name}
      empty={{ icon: <ShieldCheck />, title: t("roles.noneToAdd") }}
      onChoose={(rows) =>
        call(contract.users.addRoles, { params, body: { roleIds: rows.map(({ id }) => id) } })
      }
      areas={contract.users.addRoles.affects}
    />
  );
}

function RoleName({ name, denied }: { name: string; denied?: boolean }) {
  const t = useTranslations("users.roles");
  if (!denied) return name;
  return (
    <>
      <span className="text-muted">{name}</span>
      <span className="block text-muted text-xs">{t("denied")}</span>
    </>
  );
}
