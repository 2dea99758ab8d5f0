"use client";
import { useMutation } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useRef, useState } from "react";
import { ApiError } from "@/lib/client/api/error";
import type { Draft } from "@/lib/client/drafts/draft";
import { same } from "@/lib/client/same";
import type { PermissionNode } from "@/lib/contract/roles";
import type { Conflict } from "../form/conflict-dialog";
import { useEditScope } from "../form/edit-scope";
import { useDraft } from "../form/use-draft";
import { type Granted, grantedIn, itemsOf, mergeGranted, toSave } from "./tree";

const section = "permissions";

export interface PermissionsEditOptions {
  nodes: readonly PermissionNode[];
  /** Saves against the version that the edit began with, so that a change in between is noticed (FM-09). */
  save: (permissions: ReturnType<typeof toSave>, version: number | undefined) => Promise<unknown>;
  /** Who has changed what is edited, asked when somebody has. */
  changedBy: () => Promise<string | null | undefined>;
  /** Reloads; the section returns to reading once it resolves. */
  onSaved: () => Promise<void>;
}

interface Edit {
  /** What was granted when it began, and the version of that. */
  base: Granted;
  version: number | undefined;
  granted: Granted;
}

interface PermissionsConflict {
  shown: Conflict;
  theirs: readonly PermissionNode[];
}

/** Editing what a role grants: from Edit, or from a draft, to Save or Cancel; nothing that was switched is lost on the way. */
export function usePermissionsEdit({ nodes, save, changedBy, onSaved }: PermissionsEditOptions) {
  const t = useTranslations("permissions");
  const scope = useEditScope();
  const draft = useDraft({ section, title: t("title"), label: () => t("title") });
  const [edit, setEdit] = useState<Edit>();
  const [conflict, setConflict] = useState<PermissionsConflict>();
  const mutation = useMutation({
    mutationFn: ({ granted, version }: Edit) => save(toSave(nodes, granted), version),
    meta: { silent: "conflict" },
  });

  const stop = () => {
    setEdit(undefined);
    setConflict(undefined);
    draft.end();
    mutation.reset();
    scope.end(section);
  };
  const goOn = (next: Edit) => {
    setEdit(next);
    draft.changed({
      values: { [section]: sorted(next.granted) },
      base: { [section]: sorted(next.base) },
    });
  };

  const done = async () => {
    await onSaved();
    stop();
    return true;
  };
  const underWay = useRef<Promise<boolean>>(undefined);
  const persist = (given: Edit): Promise<boolean> => {
    underWay.current ??= attempt(given).finally(() => {
      underWay.current = undefined;
    });
    return underWay.current;
  };
  const attempt = async (given: Edit): Promise<boolean> => {
    try {
      await mutation.mutateAsync(given);
    } catch (error) {
      const theirs = storedIn(error);
      if (!theirs) return false;
      const stored = grantedIn(theirs);
      // A save whose answer was lost is repeated: what is stored is what was to be saved.
      if (same(sorted(mergeGranted(nodes, given.base, given.granted, stored)), sorted(stored))) return done();
      const savedBy = (await changedBy().catch(() => undefined)) ?? undefined;
      const [before, yours, now] = [given.base, given.granted, stored].map(
        (granted) => (id: string) => t(granted.has(id) ? "on" : "off"),
      );
      const values = (text = (id: string) => id) =>
        Object.fromEntries(idsOf(nodes).map((id) => [id, text(id)] as const));
      setConflict({
        theirs,
        shown: { before: values(before), yours: values(yours), theirs: values(now), savedBy },
      });
      return false;
    }
    return done();
  };
  const submit = () => (edit ? persist(edit) : Promise.resolve(false));

  // The tab asks through these when it closes, long after they were handed over.
  const latest = useRef({ submit, stop });
  latest.current = { submit, stop };

  const begin = (granted: Granted) => {
    setEdit({ base: grantedIn(nodes), version: versionOf(nodes), granted });
    scope.begin(section, { save: () => latest.current.submit(), discard: () => latest.current.stop() });
  };
  const { offered } = draft;
  return {
    /** Undefined while nothing is edited. */
    granted: edit?.granted,
    saving: mutation.isPending,
    error: storedIn(mutation.error) ? null : mutation.error,
    blocked: scope.active !== undefined && scope.active !== section,
    draft,
    /** What the offered draft would make of what is granted now: whatever somebody else has granted since stays. */
    offered: offered && mergeGranted(nodes, namesIn(offered.base), namesIn(offered.values), grantedIn(nodes)),
    begin,
    change: (granted: Granted) => edit && goOn({ ...edit, granted }),
    submit,
    stop,
    conflict: conflict?.shown,
    keepEditing: () => setConflict(undefined),
    takeTheirs: done,
    /** Saves what was switched here on top of what is stored now. */
    overwrite: () => {
      if (!edit || !conflict) return;
      const base = grantedIn(conflict.theirs);
      const granted = mergeGranted(nodes, edit.base, edit.granted, base);
      const next = { base, version: versionOf(conflict.theirs), granted };
      setConflict(undefined);
      goOn(next);
      persist(next);
    },
  };
}

const sorted = (granted: Granted) => [...granted].sort();

const idsOf = (nodes: readonly PermissionNode[]) =>
  nodes.flatMap((node) => itemsOf(node).map(({ id }) => id));

const versionOf = ([first]: readonly PermissionNode[]) => first?.version;

function namesIn(values: Draft["values"]): Granted {
  const names = values[section];
  return new Set(Array.isArray(names) ? names.map(String) : []);
}

/** The tree that a stale save was answered with. */
function storedIn(error: unknown): readonly PermissionNode[] | undefined {
  const isStale = error instanceof ApiError && error.status === 409 && Array.isArray(error.current);
  return isStale ? (error.current as PermissionNode[]) : undefined;
}
