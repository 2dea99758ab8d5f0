"use client";
import { useQueryClient } from "@tanstack/react-query";
import { Building2 } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { call } from "@/lib/client/api/client";
import { ApiError, type ApiErrorCode } from "@/lib/client/api/error";
import { contract } from "@/lib/contract";
import { useFailedCall } from "./use-failed-call";

/** What the API answers every call with while it lets nobody into the tenant. */
const closedCodes: readonly ApiErrorCode[] = ["inactiveTenant", "unknownTenant"];

export function isTenantClosed(error: unknown): boolean {
  return error instanceof ApiError && closedCodes.includes(error.code);
}

/** Whether the tenant of this page has been closed under it (OR-03), as any call tells; and to be told that it is open again. */
export function useTenantClosed(): [isClosed: boolean, reopened: () => void] {
  const [isClosed, setClosed] = useState(false);
  useFailedCall(isTenantClosed, () => setClosed(true));
  return [isClosed, () => setClosed(false)];
}

/** Lies over the views, which keep what was typed into them for when the tenant opens again. */
export function TenantClosed({ onOpen }: { onOpen: () => void }) {
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
