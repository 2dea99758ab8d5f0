"use client";
import { Circle, CircleCheck, X } from "lucide-react";
import { useTranslations } from "next-intl";
import { cn } from "@/components/ui/cn";
import { IconButton } from "@/components/ui/icon-button";
import { VisuallyHidden } from "@/components/ui/visually-hidden";
import { useUserSetting } from "@/lib/client/preferences/use-user-setting";
import { flag } from "@/lib/client/readers";
import { ViewLink } from "@/lib/client/tabs";
import type { HomeOverview } from "@/lib/contract/home";
import { HomeCard, pressable } from "./home-card";

const places = {
  password: "/my-account?tab=password",
  role: "/roles/new",
  others: "/users?invitations=new",
} as const;

const steps = Object.keys(places) as (keyof typeof places)[];

/** Leads an administrator through a new installation, until all is done or they want to see it no more (HO-05). */
export function FirstSteps({ checklist }: { checklist: HomeOverview["checklist"] }) {
  const t = useTranslations("home.steps");
  const [isHidden, setHidden] = useUserSetting("home.stepsHidden", flag, false);
  if (!checklist || isHidden) return null;
  return (
    <HomeCard
      title={t("title")}
      hint={t("hint")}
      action={
        <IconButton
          size="sm"
          variant="ghost"
          label={t("hide")}
          onClick={({ currentTarget }) => {
            // The button goes, and would take the focus with it.
            currentTarget.closest<HTMLElement>("[role=tabpanel]")?.focus();
            setHidden(true);
          }}
        >
          <X />
        </IconButton>
      }
    >
      <ol className="grid py-1 sm:auto-cols-fr sm:grid-flow-col">
        {steps
          .filter((step) => checklist[step] !== undefined)
          .map((step) => {
            const isDone = checklist[step];
            const Icon = isDone ? CircleCheck : Circle;
            return (
              <li key={step} className={cn(pressable.item, "min-h-11")}>
                <Icon
                  aria-hidden="true"
                  className={cn("size-4 shrink-0", isDone ? "text-success" : "text-muted")}
                />
                <ViewLink
                  to={places[step]}
                  className={cn(
                    "text-sm",
                    isDone ? "text-muted line-through" : "font-medium",
                    pressable.link,
                  )}
                >
                  {t(step)}
                </ViewLink>
                {isDone && <VisuallyHidden>{t("done")}</VisuallyHidden>}
              </li>
            );
          })}
      </ol>
    </HomeCard>
  );
}
