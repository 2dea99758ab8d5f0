"use client";
import { useMutation } from "@tanstack/react-query";
import { Lock, Pencil } from "lucide-react";
import { useTranslations } from "next-intl";
import { useRef, useState } from "react";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { ApiError } from "@/lib/api/error";
import type { PermissionName } from "@/lib/contract/permissions";
import type { PermissionNode } from "@/lib/contract/roles";
import type { Draft } from "@/lib/drafts/draft";
import { usePermissions } from "@/lib/permissions";
import { DraftBanner, NotKept } from "../form/draft-banner";
import { useEditScope } from "../form/edit-scope";
import { ProblemAlert } from "../form/problem-alert";
import { ReasonedButton } from "../form/reasoned-button";
import { same } from "../form/three-way";
import { useDraft } from "../form/use-draft";
import { useEditFocus } from "../form/use-edit-focus";
import { PermissionEditor } from "./permission-editor";
import { type Granted, grantedIn, itemsOf, toSave } from "./tree";

const section = "permissions";

interface PermissionsSectionProps {
  nodes: readonly PermissionNode[];
  canEdit: boolean;
  /** Why nobody can change these permissions. */
  lockedReason?: string;
  save: (permissions: ReturnType<typeof toSave>) => Promise<unknown>;
  /** Reloads; the section returns to reading once it resolves. */
  onSaved: () => Promise<void>;
}

/** The permission editor as a section of a view: read, edit, save or cancel, like the forms beside it (FM-01, PM-03). */
export function PermissionsSection({ nodes, canEdit, lockedReason, save, onSaved }: PermissionsSectionProps) {
  const t = useTranslations();
  const scope = useEditScope();
  const permissions = usePermissions();
  const [draft, setDraft] = useState<Granted>();
  const mutation = useMutation({
    mutationFn: async (granted: Granted) => {
      await save(toSave(nodes, granted));
      await onSaved();
    },
    meta: { silent: "error" },
  });
  const { error } = mutation;
  const editing = draft !== undefined;
  const editButton = useRef<HTMLButtonElement>(null);
  const editor = useRef<HTMLElement>(null);
  useEditFocus(editing, editor, "[role=switch]:not([aria-disabled=true])", editButton);

  const granted = [...grantedIn(nodes)].sort();
  const kept = useDraft({ section, title: t("permissions.title"), label: () => t("permissions.title") });
  const offered = kept.offered && grantedOf(kept.offered, nodes);
  const change = (next: Granted) => {
    setDraft(next);
    kept.changed({ values: { [section]: [...next].sort() }, base: { [section]: granted } });
  };

  const stop = () => {
    setDraft(undefined);
    kept.end();
    mutation.reset();
    scope.end(section);
  };
  const submit = async (): Promise<boolean> => {
    if (!draft || mutation.isPending) return false;
    try {
      await mutation.mutateAsync(draft);
    } catch {
      return false;
    }
    stop();
    return true;
  };
  // The tab asks through these when it closes, long after they were handed over.
  const latest = useRef({ submit, stop });
  latest.current = { submit, stop };

  const begin = (from: Granted) => {
    setDraft(from);
    scope.begin(section, { save: () => latest.current.submit(), discard: () => latest.current.stop() });
  };

  const otherActive = scope.active !== undefined && scope.active !== section;
  const blockedReason = lockedReason ?? (otherActive ? t("resource.form.otherSectionEdited") : undefined);
  return (
    <section
      ref={editor}
      aria-label={t("permissions.title")}
      className="flex flex-col gap-3"
      onKeyDown={(event) => {
        if (draft && event.key === "Enter" && (event.ctrlKey || event.metaKey)) submit();
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
            onClick={() => begin(grantedIn(nodes))}
          >
            {t("common.edit")}
          </ReasonedButton>
        )}
      </header>
      {kept.offered && offered && !editing && !same([...offered].sort(), granted) && (
        <DraftBanner
          key={kept.offered.id}
          draft={kept.offered}
          stored={{ [section]: granted }}
          label={() => t("permissions.title")}
          blockedReason={canEdit ? blockedReason : t("resource.draft.forbidden")}
          onRestore={async () => {
            if (kept.offered && (await kept.adopt(kept.offered))) begin(offered);
          }}
          onDiscard={async () => {
            if (kept.offered) await kept.discard(kept.offered);
            editButton.current?.focus();
          }}
        />
      )}
      {lockedReason && <Alert title={t("resource.record.cannotEdit")}>{lockedReason}</Alert>}
      {error && (
        <ProblemAlert
          problem={{
            kind: "other",
            messages: error instanceof ApiError && error.serverMessage ? [error.serverMessage] : [],
            requestId: error instanceof ApiError ? error.requestId : undefined,
          }}
        />
      )}
      <PermissionEditor
        nodes={nodes}
        granted={draft ?? grantedIn(nodes)}
        editing={editing}
        // What the role grants already stays grantable: taking it away by mistake can be taken back.
        canGrant={(id) => permissions.has(id as PermissionName) || granted.includes(id)}
        onChange={change}
      />
      {editing && (
        <div className="sticky bottom-0 z-10 -mx-1 flex flex-wrap gap-2 border-t bg-background px-1 py-3">
          <Button variant="primary" loading={mutation.isPending} onClick={submit}>
            {t("common.save")}
          </Button>
          <Button onClick={stop}>{t("common.cancel")}</Button>
          <NotKept failed={kept.failed} />
        </div>
      )}
    </section>
  );
}

/** What is granted now, with what a draft changed: whatever somebody else has granted since stays. */
function grantedOf({ values, base }: Draft, nodes: readonly PermissionNode[]): Granted {
  const [yours, before] = [values[section], base[section]].map(
    (names) => new Set(Array.isArray(names) ? names : []),
  );
  const now = grantedIn(nodes);
  const ids = nodes.flatMap((node) => itemsOf(node).map(({ id }) => id));
  return new Set(ids.filter((id) => (yours?.has(id) === before?.has(id) ? now.has(id) : yours?.has(id))));
}
