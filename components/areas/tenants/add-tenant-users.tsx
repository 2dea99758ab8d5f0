"use client";
import { Users } from "lucide-react";
import { useTranslations } from "next-intl";
import { useMemo, useState } from "react";
import { PickerDialog } from "@/components/resource/picker/picker-dialog";
import { FieldValue } from "@/components/resource/record/field-value";
import { namesIn, PersonName, useAvatarAddress } from "@/components/resource/record/person-name";
import type { ResourceColumn } from "@/components/resource/table/columns";
import type { RowOf } from "@/components/resource/table/list-call";
import { Checkbox } from "@/components/ui/checkbox";
import { call } from "@/lib/api/client";
import { allPermissions, contract } from "@/lib/contract";
import type { TenantDetail } from "@/lib/contract/tenants";
import { usePermissions } from "@/lib/permissions";
import { affectedByTenants } from "./delete-tenants";

type UserOption = RowOf<typeof contract.dictionaries.users>;

interface AddTenantUsersProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  tenant: TenantDetail;
}

/** Lets users of the host into a tenant. Who may do everything here may make them its administrators, those who are in it too. */
export function AddTenantUsers({ tenant: { tenantId, tenantName }, ...dialog }: AddTenantUsersProps) {
  const t = useTranslations("tenants");
  const { has } = usePermissions();
  const avatarAddress = useAvatarAddress();
  const [asAdministrators, setAsAdministrators] = useState(false);

  const columns = useMemo<ResourceColumn<UserOption>[]>(
    () => [
      {
        id: "name",
        header: t("fields.name"),
        cell: ({ id, name, userName, avatar }) => (
          <PersonName person={{ userName, ...namesIn(name) }} src={avatarAddress({ userId: id, avatar })}>
            {name}
          </PersonName>
        ),
      },
      { id: "userName", header: t("fields.userName"), cell: ({ userName }) => userName },
      {
        id: "email",
        header: t("fields.email"),
        cell: ({ email }) => <FieldValue name="email" value={email} />,
        from: "md",
      },
    ],
    [t, avatarAddress],
  );

  return (
    <PickerDialog
      {...dialog}
      title={t("users.addTo", { name: tenantName })}
      description={t("users.addDescription")}
      options={
        has(allPermissions) && (
          <Checkbox
            label={t("users.asAdministrators")}
            checked={asAdministrators}
            onChange={(event) => setAsAdministrators(event.target.checked)}
          />
        )
      }
      endpoint={contract.dictionaries.users}
      filter={asAdministrators ? {} : { tenantId, isExcludedById: true }}
      label={t("users.title")}
      columns={columns}
      idOf={({ id }) => id}
      nameOf={({ name }) => name}
      empty={{ icon: <Users />, title: t("users.noneToAdd") }}
      onChoose={(rows) =>
        call(contract.tenants.addUsers, {
          params: { tenantId },
          body: { userIds: rows.map(({ id }) => id), asAdministrators },
        })
      }
      areas={affectedByTenants}
    />
  );
}
