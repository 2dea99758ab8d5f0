"use client";

import { Lock, Pencil } from "lucide-react";
import { useTranslations } from "next-intl";
import { useEffect, useRef } from "react";
import { Alert } from "@/components/ui/alert";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { useSingleKey } from "@/components/ui/single-keys";
import { ApiError } from "@/lib/client/api/error";
import { useFormat } from "@/lib/client/format";
import { usePermissions } from "@/lib/client/permissions";
import { isSameValue } from "@/lib/client/same-value";
import type { PermissionName } from "@/lib/contract/permissions";
import { ConflictDialog } from "../form/conflict-dialog";
import { DraftBanner, DraftsUnavailable } from "../form/draft-banner";
import { ProblemAlert } from "../form/problem-alert";
import { ReasonedButton } from "../form/reasoned-button";
import { useEditFocus } from "../form/use-edit-focus";
import { usePermissionLabel } from "../values/permission-labels";
import { applyPreset, presets } from "./matrix";
import { PermissionMatrix } from "./permission-matrix";
import { type Granted, grantedIn, idsOf } from "./tree";
import { type PermissionsEditOptions, usePermissionsEdit } from "./use-permissions-edit";

interface PermissionsSectionProps extends PermissionsEditOptions {
  canEdit: boolean;
  /** Why these permissions cannot be changed. */
  lockedReason?: string;
  /** Begins to edit at once, if possible. */
  isAsked?: boolean;
  /** Called when it has begun. */
  onBegun?: () => void;
}

/** Permission editor as a section of a view: read, edit, save or cancel, like other forms (FM-01, PM-03). */
export function PermissionsSection({
  canEdit,
  lockedReason,
  isAsked = false,
  onBegun,
  ...options
}: PermissionsSectionProps) {
  const t = useTranslations();
  const permissions = usePermissions();
  const permissionLabel = usePermissionLabel();
  const edit = usePermissionsEdit(options);
  const editing = edit.granted !== undefined;
  const editKey = useSingleKey("edit", t("common.edit"));
  const editButton = useRef<HTMLButtonElement>(null);
  const editor = useRef<HTMLElement>(null);
  useEditFocus(editing, editor, "td input:not([aria-disabled=true])", editButton);

  const { nodes } = options;
  const stored = grantedIn(nodes);
  const granted = edit.granted ?? stored;
  const names = (from: Granted) => [...from].sort();
  const { error, draft, offered } = edit;
  const blockedReason = lockedReason ?? (edit.isBlocked ? t("resource.form.otherSectionEdited") : undefined);
  // Permissions that the role already has stay grantable, so that a mistake can be undone.
  const canGrant = (id: string) => permissions.has(id as PermissionName) || stored.has(id);
  const begins = isAsked && canEdit && !editing && blockedReason === undefined && !draft.offered;
  useEffect(() => {
    if (!isAsked) return;
    onBegun?.();
    if (begins) edit.begin(stored);
  });
  return (
    <section
      ref={editor}
      aria-label={t("permissions.title")}
      className="flex flex-col gap-3"
      onKeyDown={(event) => {
        if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) edit.submit();
      }}
    >
      {draft.offered && offered && !editing && !isSameValue(names(offered), names(stored)) && (
        <DraftBanner
          key={draft.offered.id}
          draft={draft.offered}
          stored={{ permissions: names(stored) }}
          label={() => t("permissions.title")}
          blockedReason={canEdit ? blockedReason : t("resource.draft.forbidden")}
          onRestore={async (kept) => {
            if (await draft.adopt(kept)) edit.begin(offered);
          }}
          onDiscard={async (kept) => {
            await draft.discard(kept);
            editButton.current?.focus();
          }}
        />
      )}
      {lockedReason && <Alert title={t("resource.record.cannotEdit")}>{lockedReason}</Alert>}
      {error && <SaveFailed error={error} />}
      <PermissionMatrix
        label={t("permissions.title")}
        nodes={nodes}
        granted={granted}
        edit={editing ? { stored, canGrant, onChange: edit.change } : undefined}
        heading={<Heading nodes={nodes} granted={granted} stored={stored} />}
        actions={
          <div className="ml-auto flex flex-wrap gap-2">
            {editing &&
              presets.map((preset) => (
                <Button
                  key={preset}
                  onClick={() => edit.change(applyPreset(preset, nodes, granted, canGrant))}
                >
                  {t(`permissions.presets.${preset}`)}
                </Button>
              ))}
            {canEdit && !editing && (
              <ReasonedButton
                ref={editButton}
                icon={lockedReason ? <Lock /> : <Pencil />}
                disabledReason={blockedReason}
                {...editKey}
                onClick={() => edit.begin(stored)}
              >
                {t("common.edit")}
              </ReasonedButton>
            )}
          </div>
        }
      />
      {editing && (
        <div className="sticky bottom-0 z-10 -mx-1 flex flex-wrap gap-2 bg-surface px-1 py-3">
          <Button variant="primary" loading={edit.saving} onClick={edit.submit}>
            {t("common.save")}
          </Button>
          <Button onClick={edit.stop}>{t("common.cancel")}</Button>
          <DraftsUnavailable failed={draft.failed} />
        </div>
      )}
      <ConflictDialog
        conflict={edit.conflict}
        label={permissionLabel}
        saving={edit.saving}
        onKeepEditing={edit.keepEditing}
        onTakeTheirs={edit.takeTheirs}
        onOverwrite={edit.overwrite}
      />
    </section>
  );
}

function SaveFailed({ error }: { error: Error }) {
  const { said, requestId } = error instanceof ApiError ? error : {};
  return <ProblemAlert problem={{ kind: "other", messages: said ? [said] : [], requestId }} />;
}

interface HeadingProps extends Pick<PermissionsEditOptions, "nodes"> {
  granted: Granted;
  stored: Granted;
}

/** Counts of granted permissions, and of unsaved changes. */
function Heading({ nodes, granted, stored }: HeadingProps) {
  const t = useTranslations("permissions");
  const format = useFormat();
  const all = idsOf(nodes);
  const changed = all.filter((id) => granted.has(id) !== stored.has(id)).length;
  const count = all.filter((id) => granted.has(id)).length;
  return (
    <div className="flex min-h-8 flex-wrap items-center gap-x-2 gap-y-1">
      <h2 className="font-semibold text-lg">{t("title")}</h2>
      <p className="whitespace-nowrap text-muted text-xs tabular-nums">
        {t("granted", { granted: format.number(count), total: format.number(all.length) })}
      </p>
      <p role="status" className="flex">
        {changed > 0 && <Badge tone="warning">{t("changes", { count: changed })}</Badge>}
      </p>
    </div>
  );
}
