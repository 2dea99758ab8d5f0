"use client";
import { useTranslations } from "next-intl";
import { useId, useState } from "react";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { useConfirm } from "@/components/ui/confirm-dialog";
import { serverNow } from "@/lib/client/api/server-clock";
import { type Draft, fitted } from "@/lib/client/drafts/draft";
import { useFormat } from "@/lib/client/format";
import { isSameValue } from "@/lib/client/same-value";
import { FieldComparison } from "./field-comparison";
import { ReasonedButton } from "./reasoned-button";
import { compareThreeWay } from "./three-way";

interface DraftBannerProps {
  draft: Draft;
  /** Values that the section currently shows. */
  stored: Readonly<Record<string, unknown>>;
  label: (name: string) => string;
  /** Name of the user who saved the record since the draft was started; empty if unknown. */
  changedBy?: string;
  /** Why the draft cannot be restored. */
  blockedReason?: string;
  onRestore: (draft: Draft) => void;
  onDiscard: (draft: Draft) => void;
}

/** Offers an unsaved draft: restore, compare or discard. */
export function DraftBanner({
  draft,
  stored,
  label,
  changedBy,
  blockedReason,
  onRestore,
  onDiscard,
}: DraftBannerProps) {
  const t = useTranslations("resource.draft");
  const someone = useTranslations("resource.conflict")("someone");
  const confirm = useConfirm();
  const when = useDraftTime(draft);
  const detailsId = useId();
  const [shown, setShown] = useState(false);
  const names = (fields: readonly string[]) => fields.map(label).join(", ");

  const fields = compareThreeWay(fitted(stored, draft.base), fitted(stored, draft.values), stored).filter(
    ({ before, yours, theirs }) => !isSameValue(yours, before) && !isSameValue(yours, theirs),
  );

  const discard = async () => {
    const sure = await confirm({
      title: t("discardTitle", { when }),
      description: t("discardDescription", { fields: names(fields.map(({ name }) => name)) }),
      confirmLabel: t("discard"),
      danger: true,
    });
    if (sure) onDiscard(draft);
  };

  return (
    <Alert tone="warning" title={t("title", { when })} region={t("title", { when })} className="mb-4">
      <p className="text-muted">
        {changedBy === undefined ? t("description") : t("changedSince", { name: changedBy || someone })}
      </p>
      {draft.omitted.length > 0 && (
        <p className="text-muted">{t("omitted", { fields: names(draft.omitted) })}</p>
      )}
      <div className="mt-2 flex flex-wrap gap-2">
        <ReasonedButton
          size="sm"
          variant="primary"
          disabledReason={blockedReason}
          onClick={() => onRestore(draft)}
        >
          {t("restore")}
        </ReasonedButton>
        <Button size="sm" onClick={discard}>
          {t("discard")}
        </Button>
        <Button
          size="sm"
          variant="ghost"
          aria-expanded={shown}
          aria-controls={detailsId}
          onClick={() => setShown(!shown)}
        >
          {t(shown ? "hide" : "show")}
        </Button>
      </div>
      <div id={detailsId} hidden={!shown} className="mt-3 bg-surface">
        {shown && (
          <FieldComparison
            fields={fields}
            label={label}
            sides={[
              { side: "yours", title: t("draft") },
              { side: "theirs", title: t("stored") },
            ]}
          />
        )}
      </div>
    </Alert>
  );
}

/** Formats the time a draft was last written; drafts of today show the time only. */
export function useDraftTime({ savedAt }: Draft): string {
  const format = useFormat();
  const instant = new Date(savedAt).toISOString();
  const today = format.date(new Date(serverNow()).toISOString()) === format.date(instant);
  return today ? format.time(instant) : format.dateTime(instant);
}

/** Warns that the browser cannot store drafts. */
export function DraftsUnavailable({ failed }: { failed: boolean }) {
  const t = useTranslations("resource.draft");
  if (!failed) return null;
  return (
    <p role="status" className="text-warning text-xs">
      {t("failed")}
    </p>
  );
}
