"use client";
import { Circle, CircleCheck, X } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { cn } from "@/components/ui/cn";
import { IconButton } from "@/components/ui/icon-button";
import { VisuallyHidden } from "@/components/ui/visually-hidden";
import { useUserSetting } from "@/lib/client/preferences/use-user-setting";
import { flag } from "@/lib/client/readers";
import { ViewLink } from "@/lib/client/tabs";
import type { HomeOverview } from "@/lib/contract/home";
import { HomeCard, pressable } from "./home-card";

const places = {
  password: "/my-account?tab=security",
  brand: "/organisation-settings?tab=appearance",
  mail: "/system",
  role: "/roles/new",
  others: "/users?invitations=new",
} as const;

const steps = Object.keys(places) as (keyof typeof places)[];

/** Guides an administrator through a new installation, until done or dismissed (HO-05). */
export function FirstSteps({ overview }: { overview: HomeOverview | undefined }) {
  const t = useTranslations("home.steps");
  const [isHidden, setHidden] = useUserSetting("home.stepsHidden", flag, false);
  // The server omits a completed checklist, so its completion is shown only after an open one.
  const [wasOpen, setWasOpen] = useState(false);
  const checklist = overview?.checklist;
  if (checklist && !wasOpen) setWasOpen(true);
  const isComplete = wasOpen && overview !== undefined && !checklist;
  if (isHidden || (!checklist && !isComplete)) return null;
  const hide = (
    <IconButton
      size="sm"
      variant="ghost"
      label={t("hide")}
      onClick={({ currentTarget }) => {
        // The button is removed together with its focus.
        currentTarget.closest<HTMLElement>("[role=tabpanel]")?.focus();
        setHidden(true);
      }}
    >
      <X />
    </IconButton>
  );
  if (!checklist)
    return (
      <HomeCard title={t("title")} isLine action={hide}>
        <p role="status" className="flex flex-1 items-center gap-2 text-sm">
          <CircleCheck aria-hidden="true" className="size-4 shrink-0 text-success" />
          {t("complete")}
        </p>
      </HomeCard>
    );
  const asked = steps.filter((step) => checklist[step] !== undefined);
  const doneCount = asked.filter((step) => checklist[step]).length;
  return (
    <HomeCard
      title={t("title")}
      hint={
        <span className="flex items-center gap-3">
          <span aria-hidden="true" className="h-1.5 w-32 overflow-hidden rounded-full bg-hover">
            <span
              className="block h-full rounded-full bg-success"
              style={{ width: `${(doneCount / asked.length) * 100}%` }}
            />
          </span>
          {t("progress", { done: doneCount, count: asked.length })}
        </span>
      }
      action={hide}
    >
      <ol className="grid py-1 sm:grid-cols-[repeat(auto-fit,minmax(180px,1fr))]">
        {asked.map((step) => {
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
                className={cn("text-sm", isDone ? "text-muted line-through" : "font-medium", pressable.link)}
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
