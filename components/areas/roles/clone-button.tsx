"use client";
import { CopyPlus } from "lucide-react";
import { useTranslations } from "next-intl";
import { ActionLabel, hiddenOnPhone } from "@/components/resource/record/action-label";
import { Button } from "@/components/ui/button";
import { useIsInSidePanel } from "@/components/ui/side-panel-context";

/** On phones the action is in the menu "More". */
export function CloneButton({ onClick }: { onClick: () => void }) {
  const t = useTranslations("roles.clone");
  const isInPanel = useIsInSidePanel();
  return (
    <Button
      variant="ghost"
      icon={<CopyPlus />}
      className={isInPanel ? undefined : hiddenOnPhone}
      onClick={onClick}
    >
      <ActionLabel>{t("action")}</ActionLabel>
    </Button>
  );
}
