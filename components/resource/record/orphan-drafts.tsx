"use client";
import { Copy } from "lucide-react";
import { useTranslations } from "next-intl";
import { useEffect, useState } from "react";
import { reportError } from "@/components/errors/report-error";
import { Button } from "@/components/ui/button";
import { useConfirm } from "@/components/ui/confirm-dialog";
import { IconButton } from "@/components/ui/icon-button";
import { toast } from "@/components/ui/toast";
import { copyText } from "@/lib/client/clipboard";
import { deleteDraft, draftsOf } from "@/lib/client/drafts/database";
import type { Draft } from "@/lib/client/drafts/draft";
import { draftOwner } from "@/lib/client/drafts/names";
import { useStorageOwnerId } from "@/lib/client/permissions";
import { isSameValue } from "@/lib/client/same-value";
import { useTab } from "@/lib/client/tabs";
import { pathKey } from "@/lib/client/tabs/address";
import { usePrefix } from "@/lib/client/tabs/prefix";
import { useDraftTime } from "../form/draft-banner";
import { FieldValue } from "../values/field-value";

/** Drafts of a deleted record, for reading and copying. */
export default function OrphanDrafts() {
  const prefix = usePrefix();
  const path = pathKey(useTab().path);
  const owner = draftOwner(prefix, useStorageOwnerId() ?? "");
  const [drafts, setDrafts] = useState<readonly Draft[]>([]);

  useEffect(() => {
    let current = true;
    draftsOf({ owner, path }).then(
      (found) => current && setDrafts(found),
      () => undefined,
    );
    return () => {
      current = false;
    };
  }, [owner, path]);

  return (
    <div className="mx-auto flex w-full max-w-[640px] flex-col gap-4 px-4 pb-8">
      {drafts.map((draft) => (
        <OrphanDraft
          key={draft.id}
          draft={draft}
          onDiscard={() => {
            setDrafts(drafts.filter(({ id }) => id !== draft.id));
            deleteDraft(draft.id).catch(() => undefined);
          }}
        />
      ))}
    </div>
  );
}

function OrphanDraft({ draft, onDiscard }: { draft: Draft; onDiscard: () => void }) {
  const t = useTranslations("resource.draft");
  const confirm = useConfirm();
  const failed = useTranslations("common")("errorOccurred");
  const when = useDraftTime(draft);
  const fields = Object.entries(draft.values)
    .filter(([name, value]) => !isSameValue(value, draft.base[name]))
    .map(([name, value]) => ({ name, value, label: draft.labels[name] ?? name }));

  const copy = (text: string) =>
    copyText(text).then(
      () => toast.success(t("copied")),
      (error: unknown) => reportError(failed, error),
    );
  const discard = async () => {
    const sure = await confirm({
      title: t("discardTitle", { when }),
      description: t("discardDescription", { fields: fields.map(({ label }) => label).join(", ") }),
      confirmLabel: t("discard"),
      danger: true,
    });
    if (sure) onDiscard();
  };

  const title = t("orphanTitle", { when, section: draft.title });
  return (
    <section aria-label={title} className="rounded-lg border bg-surface">
      <header className="border-b px-4 py-3">
        <h2 className="font-semibold text-base">{title}</h2>
        <p className="text-muted text-sm">{t("orphanDescription")}</p>
      </header>
      <dl className="flex flex-col divide-y divide-border px-4">
        {fields.map(({ name, value, label }) => (
          <div key={name} className="py-2">
            <dt className="text-muted text-xs">{label}</dt>
            <dd className="flex items-start gap-3">
              <div className="max-h-40 min-w-0 flex-1 overflow-y-auto break-words">
                <FieldValue name={name} value={value} />
              </div>
              <IconButton label={t("copy", { field: label })} size="sm" onClick={() => copy(asText(value))}>
                <Copy />
              </IconButton>
            </dd>
          </div>
        ))}
      </dl>
      <footer className="flex flex-wrap gap-2 border-t px-4 py-3">
        <Button
          size="sm"
          icon={<Copy />}
          onClick={() => copy(fields.map(({ label, value }) => `${label}: ${asText(value)}`).join("\n"))}
        >
          {t("copyAll")}
        </Button>
        <Button size="sm" variant="ghost" onClick={discard}>
          {t("discard")}
        </Button>
      </footer>
    </section>
  );
}

function asText(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}
