"use client";
import { useTranslations } from "next-intl";
import { useEffect, useState } from "react";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { draftsOf } from "@/lib/client/drafts/database";
import type { Draft } from "@/lib/client/drafts/draft";
import { lockedDrafts } from "@/lib/client/drafts/draft-locks";
import { draftOwner } from "@/lib/client/drafts/names";
import { useStorageOwnerId } from "@/lib/client/permissions";
import { isSameValue } from "@/lib/client/same-value";
import { useTab } from "@/lib/client/tabs";
import { pathKey } from "@/lib/client/tabs/address";
import { usePrefix } from "@/lib/client/tabs/prefix";
import { useDraftTime } from "../form/draft-banner";

interface DraftElsewhereProps {
  /** Sub-tabs with forms: id, label, and sections with drafts. The first one is open by default. */
  places: readonly { tab: string; label: string; sections: readonly string[] }[];
}

/** Links to drafts in a sub-tab that is not open, which offers to restore them. */
export function DraftElsewhere({ places }: DraftElsewhereProps) {
  const tab = useTab();
  const prefix = usePrefix();
  const owner = draftOwner(prefix, useStorageOwnerId() ?? "");
  const path = pathKey(tab.path);
  const open = tab.query.tab ?? places[0]?.tab;
  const [drafts, setDrafts] = useState<readonly Draft[]>([]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: opening another sub-tab searches again
  useEffect(() => {
    let current = true;
    findUnusedDrafts(owner, path).then(
      (found) => current && setDrafts((before) => (found.length + before.length === 0 ? before : found)),
      () => undefined,
    );
    return () => {
      current = false;
    };
  }, [owner, path, open]);

  const place = places.find(
    ({ tab: id, sections }) => id !== open && drafts.some(({ section }) => sections.includes(section)),
  );
  const draft = drafts.find(({ section }) => place?.sections.includes(section));
  if (!place || !draft) return null;
  return <Hint draft={draft} label={place.label} onShow={() => tab.setQuery({ tab: place.tab })} />;
}

function Hint({ draft, label, onShow }: { draft: Draft; label: string; onShow: () => void }) {
  const t = useTranslations("resource.draft");
  const title = t("orphanTitle", { when: useDraftTime(draft), section: label });
  return (
    <Alert
      tone="warning"
      title={title}
      region={title}
      className="rounded-none border-x-0 border-t-0"
      action={
        <Button size="sm" onClick={onShow}>
          {t("goThere")}
        </Button>
      }
    />
  );
}

/** Returns the drafts without an open window that differ from their base; newest first. */
async function findUnusedDrafts(owner: string, path: string): Promise<Draft[]> {
  const drafts = await draftsOf({ owner, path });
  const busy = await lockedDrafts(drafts.map(({ id }) => id));
  return drafts.filter(({ id, values, base }) => !busy.has(id) && !isSameValue(values, base));
}
