"use client";
import { useQueryClient } from "@tanstack/react-query";
import { Building2 } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { call } from "@/lib/client/api/client";
import { contract } from "@/lib/contract";
import { isTenantClosed } from "./use-tenant-closed";

/** Covers the views, which keep their input until the tenant is open again. */
export default function TenantClosed({ onOpen }: { onOpen: () => void }) {
  const t = useTranslations("shell.tenants");
  const retry = useTranslations("common")("retry");
  const client = useQueryClient();
  const [asking, setAsking] = useState(false);
  const ask = async () => {
    setAsking(true);
    try {
      await call(contract.user.current, {});
    } catch (error) {
      if (isTenantClosed(error)) return;
    } finally {
      setAsking(false);
    }
    onOpen();
    client.invalidateQueries();
  };
  return (
    <div
      role="alert"
      className="absolute inset-0 z-30 flex items-center justify-center overflow-auto bg-surface"
    >
      <EmptyState
        icon={<Building2 />}
        title={t("closedTitle")}
        description={t("closedDescription")}
        action={
          <Button variant="primary" loading={asking} onClick={ask}>
            {retry}
          </Button>
        }
      />
    </div>
  );
}
