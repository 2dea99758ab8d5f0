"use client";
import { useTranslations } from "next-intl";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";

/** Says that changes could not be loaded. */
export function LoadFailed({ className, onRetry }: { className?: string; onRetry: () => void }) {
  const t = useTranslations("history");
  const common = useTranslations("common");
  return (
    <Alert
      tone="danger"
      title={t("loadFailed")}
      className={className}
      action={
        <Button size="sm" onClick={onRetry}>
          {common("retry")}
        </Button>
      }
    />
  );
}
