"use client";
import { LayoutGrid } from "lucide-react";
import { useTranslations } from "next-intl";
import { Suspense, useEffect, useState } from "react";
import { lazyPart } from "@/components/shell/lazy-part";
import { buttonClass } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { idle } from "@/components/ui/idle";
import { mayHaveDrafts } from "@/lib/client/drafts/may-have";
import { draftOwner } from "@/lib/client/drafts/names";
import { useCurrentUser, usePermissions } from "@/lib/client/permissions";
import { ViewLink } from "@/lib/client/tabs";
import { usePrefix } from "@/lib/client/tabs/prefix";
import { useAreas } from "../areas-context";

// Few have left something behind.
const WaitingDrafts = lazyPart(() => import("./waiting-drafts"));

/** Shortcuts will live here; until somebody has some, the areas they may open are offered. */
export default function HomeView() {
  const t = useTranslations();
  const { data: user } = useCurrentUser();
  const { allows } = usePermissions();
  const allowed = useAreas().filter((area) => area.views.list && allows(area));
  const name = user?.profile.firstName || user?.profile.userName;

  const owner = draftOwner(usePrefix(), user?.profile.userId ?? "");
  const [waiting, setWaiting] = useState(false);
  useEffect(() => idle(() => mayHaveDrafts(owner).then(setWaiting)), [owner]);

  return (
    <div className="mx-auto max-w-[960px] px-4 py-8 sm:px-6">
      {name && <h1 className="font-semibold text-xl">{t("home.welcome", { name })}</h1>}
      {waiting && (
        <Suspense fallback={null}>
          <WaitingDrafts owner={owner} />
        </Suspense>
      )}
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
