"use client";

import { Lock, Pencil, Search } from "lucide-react";
import { useTranslations } from "next-intl";
import { useRef, useState } from "react";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/checkbox";
import { EmptyState } from "@/components/ui/empty-state";
import { SearchInput } from "@/components/ui/search-input";
import { ApiError } from "@/lib/client/api/error";
import { usePermissions } from "@/lib/client/permissions";
import { isSameValue } from "@/lib/client/same-value";
import type { PermissionName } from "@/lib/contract/permissions";
import type { PermissionNode } from "@/lib/contract/roles";
import { fold } from "@/lib/format/fold";
import { ConflictDialog } from "../form/conflict-dialog";
import { DraftBanner, DraftsUnavailable } from "../form/draft-banner";
import { ProblemAlert } from "../form/problem-alert";
import { ReasonedButton } from "../form/reasoned-button";
import { useEditFocus } from "../form/use-edit-focus";
import { usePermissionLabel, usePermissionPartLabel } from "../values/permission-labels";
import { PermissionViewCard } from "./permission-view-card";
import { type Granted, grantedIn, itemsOf } from "./tree";
import { type PermissionsEditOptions, usePermissionsEdit } from "./use-permissions-edit";

interface PermissionsSectionProps extends PermissionsEditOptions {
  canEdit: boolean;
  /** Why these permissions cannot be changed. */
  lockedReason?: string;
}

/** Permission editor as a section of a view: read, edit, save or cancel, like other forms (FM-01, PM-03). */
export function PermissionsSection({ canEdit, lockedReason, ...options }: PermissionsSectionProps) {
  const t = useTranslations();
  const permissions = usePermissions();
  const permissionLabel = usePermissionLabel();
  const edit = usePermissionsEdit(options);
  const editing = edit.granted !== undefined;
  const editButton = useRef<HTMLButtonElement>(null);
  const editor = useRef<HTMLElement>(null);
  useEditFocus(editing, editor, "[role=switch]:not([aria-disabled=true])", editButton);

  const { nodes } = options;
  const stored = grantedIn(nodes);
  const names = (granted: Granted) => [...granted].sort();
  const { error, draft, offered } = edit;
  const blockedReason = lockedReason ?? (edit.isBlocked ? t("resource.form.otherSectionEdited") : undefined);
  return (
    <section
      ref={editor}
      aria-label={t("permissions.title")}
      className="flex flex-col gap-3"
      onKeyDown={(event) => {
        if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) edit.submit();
      }}
    >
      <header className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <div className="min-w-0 flex-1">
          <h2 className="font-semibold text-lg">{t("permissions.title")}</h2>
          <p className="text-muted text-sm">{t("permissions.description")}</p>
        </div>
        {canEdit && !editing && (
          <ReasonedButton
            ref={editButton}
            icon={lockedReason ? <Lock /> : <Pencil />}
            disabledReason={blockedReason}
            onClick={() => edit.begin(stored)}
          >
            {t("common.edit")}
          </ReasonedButton>
        )}
      </header>
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
      <PermissionEditor
        nodes={nodes}
        granted={edit.granted ?? stored}
        editing={editing}
        // Permissions that the role already has stay grantable, so that a mistake can be undone.
        canGrant={(id) => permissions.has(id as PermissionName) || stored.has(id)}
        onChange={edit.change}
      />
      {editing && (
        <div className="sticky bottom-0 z-10 -mx-1 flex flex-wrap gap-2 border-t bg-background px-1 py-3">
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

interface PermissionEditorProps {
  nodes: readonly PermissionNode[];
  granted: Granted;
  editing: boolean;
  /** Users cannot grant permissions they lack; the server refuses it too. */
  canGrant: (id: string) => boolean;
  onChange: (granted: Granted) => void;
}

/** All views with their actions and sections, searchable by label or technical name (PM-03). */
function PermissionEditor({ nodes, granted, editing, canGrant, onChange }: PermissionEditorProps) {
  const t = useTranslations("permissions");
  const common = useTranslations("common");
  const fullLabel = usePermissionLabel();
  const partLabel = usePermissionPartLabel();
  const [phrase, setPhrase] = useState("");
  const [showNames, setShowNames] = useState(false);

  const wanted = fold(phrase.trim());
  const found = (text: string) => fold(text).includes(wanted);
  const matches = (id: string) => found(id) || found(fullLabel(id));
  const shown = nodes.filter((node) => itemsOf(node).some(({ id }) => matches(id)));

  return (
    <div className="@container flex flex-col gap-3">
      <search className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <div className="min-w-56 flex-1 sm:max-w-80">
          <SearchInput
            role="searchbox"
            aria-label={t("search")}
            placeholder={common("search")}
            value={phrase}
            onChange={(event) => setPhrase(event.target.value)}
            onKeyDown={(event) => {
              // Enter must not submit the surrounding form.
              if (event.key === "Enter" && !event.ctrlKey && !event.metaKey) event.preventDefault();
            }}
          />
        </div>
        <Checkbox
          label={t("technicalNames")}
          checked={showNames}
          onChange={(event) => setShowNames(event.target.checked)}
        />
      </search>
      {shown.map((node) => (
        <PermissionViewCard
          key={node.view.permissionId}
          node={node}
          granted={granted}
          editing={editing}
          // A view that matches by its own name shows all its permissions.
          matches={found(partLabel(node.view.permissionId)) ? () => true : matches}
          canGrant={canGrant}
          showNames={showNames}
          onChange={onChange}
        />
      ))}
      {shown.length === 0 && (
        <EmptyState
          icon={<Search />}
          title={common("noResults")}
          action={<Button onClick={() => setPhrase("")}>{t("clearSearch")}</Button>}
        />
      )}
    </div>
  );
}
