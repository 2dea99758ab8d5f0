"use client";
import { LayoutGrid } from "lucide-react";
import { useTranslations } from "next-intl";
import { buttonClass } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { useCurrentUser, usePermissions } from "@/lib/permissions";
import { ViewLink } from "@/lib/tabs";
import { areas } from "../registry";

/** Shortcuts will live here; until somebody has some, the areas they may open are offered. */
export default function HomeView() {
  const t = useTranslations();
  const { data: user } = useCurrentUser();
  const { has } = usePermissions();
  const allowed = areas.filter((area) => area.views.list && has(area.permission));
  const name = user?.profile.firstName || user?.profile.userName;

  return (
    <div className="mx-auto max-w-[960px] px-4 py-8 sm:px-6">
      {name && <h1 className="font-semibold text-xl">{t("home.welcome", { name })}</h1>}
      <EmptyState
        className="mt-6 rounded-lg border border-border border-dashed bg-surface"
        icon={<LayoutGrid />}
        title={t("home.noShortcuts")}
        description={t(allowed.length > 0 ? "home.noShortcutsHint" : "home.nothingAllowed")}
        action={allowed.map(({ name: area, icon: Icon, label }) => (
          <ViewLink key={area} to={`/${area}`} className={buttonClass()}>
            <Icon aria-hidden="true" />
            {t(label)}
          </ViewLink>
        ))}
      />
    </div>
  );
}
