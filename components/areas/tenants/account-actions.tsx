"use client";
import { LockKeyhole, RotateCcw } from "lucide-react";
import { useTranslations } from "next-intl";
import { lazyPart } from "@/components/loading/lazy-part";
import { ReasonedButton } from "@/components/resource/form/reasoned-button";
import { useCapability } from "@/lib/client/api/capabilities";
import { call } from "@/lib/client/api/client";
import { useCurrentUser } from "@/lib/client/permissions";
import { contract } from "@/lib/contract";
import type { TenantUser } from "@/lib/contract/tenants";
import { userDisplayName } from "@/lib/format/user-name";

const ResetSecondFactorsDialog = lazyPart(
  () => import("@/components/resource/password/reset-second-factors-dialog"),
);
const SetPasswordDialog = lazyPart(() => import("@/components/resource/password/set-password-dialog"));

/** An action of the host on the account of a tenant's user. */
export interface AccountAction {
  of: "password" | "secondFactors";
  user: TenantUser;
}

interface AccountActionsProps {
  /** The selected ones. */
  users: readonly TenantUser[];
  onAsk: (action: AccountAction) => void;
}

/** Buttons for the only selected user. */
export function AccountActions({ users: [user, ...more], onAsk }: AccountActionsProps) {
  const t = useTranslations("tenants.users");
  const password = useTranslations("resource.setPassword");
  const secondFactors = useTranslations("users.secondFactors");
  const hasSecondFactors = useCapability("second-factors");
  const me = useCurrentUser().data?.profile.userId;
  const denied = (several: string, own: string) => {
    if (more.length > 0) return several;
    return user?.userId === me ? own : undefined;
  };
  return (
    <>
      <ReasonedButton
        size="sm"
        icon={<LockKeyhole />}
        disabledReason={denied(t("setPasswordOne"), password("own"))}
        onClick={() => user && onAsk({ of: "password", user })}
      >
        {password("action")}
      </ReasonedButton>
      {hasSecondFactors && (
        <ReasonedButton
          size="sm"
          icon={<RotateCcw />}
          aria-haspopup="dialog"
          disabledReason={denied(t("resetSecondFactorsOne"), secondFactors("own"))}
          onClick={() => user && onAsk({ of: "secondFactors", user })}
        >
          {t("resetSecondFactors")}
        </ReasonedButton>
      )}
    </>
  );
}

interface AccountDialogProps {
  action: AccountAction;
  tenantId: string;
  onClose: () => void;
}

export function AccountDialog({ action: { of, user }, tenantId, onClose }: AccountDialogProps) {
  const { setUserPassword, resetUserSecondFactors } = contract.tenants;
  const params = { tenantId, userId: user.userId };
  const name = userDisplayName(user);
  if (of === "password")
    return (
      <SetPasswordDialog
        name={name}
        save={(body) => call(setUserPassword, { params, body })}
        affects={setUserPassword.affects}
        onClose={onClose}
      />
    );
  return (
    <ResetSecondFactorsDialog
      name={name}
      save={(body) => call(resetUserSecondFactors, { params, body })}
      affects={resetUserSecondFactors.affects}
      onClose={onClose}
    />
  );
}
