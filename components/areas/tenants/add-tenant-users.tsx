"use client";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { UserPicker } from "@/components/resource/picker/user-picker";
import { Checkbox } from "@/components/ui/checkbox";
import { call } from "@/lib/client/api/client";
import { usePermissions } from "@/lib/client/permissions";
import { allPermissions, contract } from "@/lib/contract";
import type { TenantDetail } from "@/lib/contract/tenants";

interface AddTenantUsersProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  tenant: TenantDetail;
}

/** Lets users of the host into a tenant. Who may do everything here may make them its administrators, those who are in it too. */
export function AddTenantUsers({ tenant: { tenantId, tenantName }, ...dialog }: AddTenantUsersProps) {
  const t = useTranslations("tenants");
  const { has } = usePermissions();
  const [asAdministrators, setAsAdministrators] = useState(false);

  return (
    <UserPicker
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
      filter={asAdministrators ? {} : { tenantId, isExcludedById: true }}
      noneToAdd={t("users.noneToAdd")}
      onChoose={(userIds) =>
        call(contract.tenants.addUsers, { params: { tenantId }, body: { userIds, asAdministrators } })
      }
      areas={contract.tenants.addUsers.affects}
    />
  );
}
