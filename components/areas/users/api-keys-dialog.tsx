"use client";
import { useTranslations } from "next-intl";
import { useMemo } from "react";
import { ApiKeys } from "@/components/resource/api-keys/api-keys";
import { apiKeysOf } from "@/components/resource/api-keys/calls";
import { Dialog } from "@/components/ui/dialog";
import type { UserDetail } from "@/lib/contract/users";
import { userDisplayName } from "@/lib/format/user-name";
import { useDenied } from "./denied";

/** A user's API keys, managed by an administrator (US-01, US-05). */
export default function ApiKeysDialog({ user, onClose }: { user: UserDetail; onClose: () => void }) {
  const t = useTranslations("api-keys");
  const calls = useMemo(() => apiKeysOf(user.userId), [user.userId]);
  return (
    <Dialog
      open
      onOpenChange={onClose}
      size="xl"
      title={t("titleOf", { name: userDisplayName(user) })}
      description={t("descriptionOf")}
    >
      <ApiKeys calls={calls} lockedReason={useDenied(user, "apiKeyOfStronger")} />
    </Dialog>
  );
}
