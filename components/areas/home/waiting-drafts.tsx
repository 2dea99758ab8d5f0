"use client";
import { useTranslations } from "next-intl";
import { useEffect, useState } from "react";
import { useDraftTime } from "@/components/resource/form/draft-banner";
import type { Draft } from "@/lib/client/drafts/draft";
import { waitingDrafts } from "@/lib/client/drafts/waiting";
import { ViewLink } from "@/lib/client/tabs";
import { pathKey } from "@/lib/client/tabs/address";
import { useTabState } from "@/lib/client/tabs/context";
import { useAreas } from "../areas-context";
import { findRoute } from "../route";

/** What was typed in an earlier visit and not saved: each leads to its view, where it is offered (TB-06). */
export default function WaitingDrafts({ owner }: { owner: string }) {
  const t = useTranslations("home.drafts");
  const [drafts, setDrafts] = useState<readonly Draft[]>([]);

  // Each time that the page is looked at.
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
    <section aria-label={t("title")} className="mt-6 rounded-lg border bg-surface">
      <header className="border-b px-4 py-3">
        <h2 className="font-semibold text-base">{t("title")}</h2>
        <p className="text-muted text-sm">{t("hint")}</p>
      </header>
      <ul className="divide-y divide-border">
        {drafts.map((draft) => (
          <WaitingDraft key={draft.id} draft={draft} />
        ))}
      </ul>
    </section>
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
    <li className="relative flex items-center gap-3 px-4 py-2.5 hover:bg-hover">
      {Icon && <Icon aria-hidden="true" className="size-4 shrink-0 text-muted" />}
      <div className="min-w-0 flex-1 text-sm">
        <ViewLink
          to={draft.path}
          className="block truncate font-medium after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:outline-ring focus-visible:after:outline-offset-[-2px]"
        >
          {name}
        </ViewLink>
        <p className="truncate text-muted text-xs">
          {draft.title} · {when}
        </p>
      </div>
    </li>
  );
}
