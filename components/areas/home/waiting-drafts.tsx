"use client";
import { useTranslations } from "next-intl";
import { useEffect, useState } from "react";
import { useDraftTime } from "@/components/resource/form/draft-banner";
import { cn } from "@/components/ui/cn";
import type { Draft } from "@/lib/client/drafts/draft";
import { waitingDrafts } from "@/lib/client/drafts/waiting";
import { ViewLink } from "@/lib/client/tabs";
import { pathKey } from "@/lib/client/tabs/address";
import { useTabState } from "@/lib/client/tabs/context";
import { useAreas } from "../../area/areas-context";
import { findRoute } from "../../area/route";
import { HomeCard, pressable } from "./home-card";

/** Drafts of earlier visits with links to their views, which offer them (TB-06). */
export default function WaitingDrafts({ owner }: { owner: string }) {
  const t = useTranslations("home.drafts");
  const [drafts, setDrafts] = useState<readonly Draft[]>([]);

  // Each time the page is shown.
  useEffect(() => {
    let current = true;
    waitingDrafts(owner).then(
      (found) => current && setDrafts(found),
      () => undefined,
    );
    return () => {
      current = false;
    };
  }, [owner]);

  if (drafts.length === 0) return null;
  return (
    <HomeCard title={t("title")} hint={t("hint")}>
      <ul className="py-1">
        {drafts.map((draft) => (
          <WaitingDraft key={draft.id} draft={draft} />
        ))}
      </ul>
    </HomeCard>
  );
}

function WaitingDraft({ draft }: { draft: Draft }) {
  const t = useTranslations();
  const when = useDraftTime(draft);
  const tabs = useTabState((state) => state.tabs);
  const closed = useTabState((state) => state.closed);
  const route = findRoute(useAreas(), draft.path);
  const { icon: Icon, label } = route?.area ?? {};
  const named = [...tabs, ...closed].find((tab) => tab.title && pathKey(tab.path) === draft.path);
  const name = named?.title ?? (label ? t(label) : draft.path);
  return (
    <li className={cn(pressable.item, "min-h-13")}>
      {Icon && <Icon aria-hidden="true" className="size-4 shrink-0 text-muted" />}
      <div className="min-w-0 flex-1 text-sm">
        <ViewLink to={draft.path} className={cn("block truncate font-medium", pressable.link)}>
          {name}
        </ViewLink>
        <p className="truncate text-muted text-xs">
          {draft.title} · {when}
        </p>
      </div>
    </li>
  );
}
