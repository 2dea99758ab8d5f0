"use client";
import { useQueryClient } from "@tanstack/react-query";
import { UserX } from "lucide-react";
import { useTranslations } from "next-intl";
import { useEffect, useState } from "react";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { usePublicConfig } from "@/lib/client/public-config";
import { redirectAfterSignOut } from "./signing-out";

export default function AccountEnded({ isSuspended }: { isSuspended: boolean }) {
  const t = useTranslations("shell.accountEnded");
  const { prefix } = usePublicConfig();
  const client = useQueryClient();
  const [leaving, setLeaving] = useState(false);
  useEffect(() => client.clear(), [client]);
  const leave = async () => {
    setLeaving(true);
    const request = { method: "POST", headers: { "x-csrf": "1" } };
    const response = await fetch(`${prefix}/api/auth/sign-out`, request).catch(() => undefined);
    location.assign((response?.ok && (await redirectAfterSignOut(response))) || `${prefix}/login`);
  };
  return (
    <main className="flex h-dvh items-center justify-center overflow-auto bg-surface">
      <div role="alert">
        <EmptyState
          icon={<UserX />}
          title={t("title")}
          description={t(isSuspended ? "suspended" : "description")}
          action={
            <Button variant="primary" loading={leaving} onClick={leave}>
              {t("leave")}
            </Button>
          }
        />
      </div>
    </main>
  );
}
