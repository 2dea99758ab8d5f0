"use client";
import { useMutation } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { ApiError } from "@/lib/client/api/error";
import type { Draft } from "@/lib/client/drafts/draft";
import type { PermissionNode } from "@/lib/contract/roles";
import { useOneAtATime } from "../form/save-form";
import { useDraft } from "../form/use-draft";
import { useEdit } from "../form/use-edit";
import { type Granted, grantedIn, itemsOf, mergeGranted, toSave } from "./tree";

const section = "permissions";

export interface PermissionsEditOptions {
  nodes: readonly PermissionNode[];
  /** Saves against the version that the edit began with, so that a change in between is noticed (FM-09). */
  save: (permissions: ReturnType<typeof toSave>, version: number | undefined) => Promise<unknown>;
  /** Who has changed what is edited, asked when somebody has. */
  changedBy: () => Promise<string | null | undefined>;
  /** Reloads; the section returns to reading once it resolves. */
  onSaved: () => Promise<unknown>;
}

/** What is edited, as drafts and conflicts have it. */
type Values = Draft["values"];

/** Editing what a role grants: from Edit, or from a draft, to Save or Cancel; nothing that was switched is lost on the way. */
export function usePermissionsEdit({ nodes, save, changedBy, onSaved }: PermissionsEditOptions) {
  const t = useTranslations("permissions");
  const draft = useDraft({ section, title: t("title"), label: () => t("title") });
  const [granted, setGranted] = useState<Granted>();
  const edit = useEdit<Values, readonly PermissionNode[]>({
    section,
    valuesOf: (stored) => valuesOf(grantedIn(stored)),
    merge: (...sides) => valuesOf(merge(...sides)),
    submit: (): Promise<boolean> => submit(),
    onSaved,
    onStop: () => {
      setGranted(undefined);
      draft.end();
      mutation.reset();
    },
  });
  const { latestStart, conflict } = edit;
  const merge = (before: Values, yours: Values, theirs: Values) =>
    mergeGranted(nodes, namesIn(before), namesIn(yours), namesIn(theirs));

  const mutation = useMutation({
    mutationFn: ({ given, version }: { given: Granted; version: number | undefined }) =>
      save(toSave(nodes, given), version),
    meta: { silent: "conflict" },
  });
  const persist = useOneAtATime(async (given: Granted): Promise<boolean> => {
    edit.onRunning(true);
    try {
      if (!(await send(given))) return false;
      await onSaved();
      edit.stop();
      return true;
    } finally {
      edit.onRunning(false);
    }
  });
  /** Resolves to whether it is stored, by an earlier attempt as well. */
  const send = async (given: Granted): Promise<boolean> => {
    try {
      await mutation.mutateAsync({ given, version: latestStart()?.version });
      return true;
    } catch (error) {
      const stored = storedIn(error);
      if (!stored) return false;
      const yours = valuesOf(given);
      if (edit.isSaved(yours, stored)) return true;
      edit.collide(yours, stored, await changedBy().catch(() => undefined));
      return false;
    }
  };
  const submit = () => (granted ? persist(granted) : Promise.resolve(false));

  const change = (next: Granted) => {
    const base = latestStart()?.values;
    if (!base) return;
    setGranted(next);
    draft.changed({ values: valuesOf(next), base });
  };

  const { offered } = draft;
  const stored = grantedIn(nodes);
  const texts = (side: Values) => {
    const names = namesIn(side);
    return Object.fromEntries(idsOf(nodes).map((id) => [id, t(names.has(id) ? "on" : "off")] as const));
  };
  return {
    ...edit,
    /** Undefined while nothing is edited. */
    granted,
    saving: mutation.isPending,
    error: storedIn(mutation.error) ? null : mutation.error,
    draft,
    /** What the offered draft would make of what is granted now: whatever somebody else has granted since stays. */
    offered: offered && merge(offered.base, offered.values, valuesOf(stored)),
    begin(from: Granted) {
      setGranted(from);
      edit.begin({ version: versionOf(nodes), values: valuesOf(stored) });
    },
    change,
    submit,
    /** In words, permission by permission. */
    conflict: conflict && {
      ...conflict,
      before: texts(conflict.before),
      yours: texts(conflict.yours),
      theirs: texts(conflict.theirs),
    },
    /** Saves what was switched here on top of what is stored now. */
    overwrite() {
      if (!granted || !edit.start || !conflict) return;
      const merged = merge(edit.start.values, valuesOf(granted), conflict.theirs);
      edit.rebase(versionOf(conflict.stored), conflict.theirs);
      change(merged);
      persist(merged);
    },
  };
}

const valuesOf = (granted: Granted): Values => ({ [section]: [...granted].sort() });

const idsOf = (nodes: readonly PermissionNode[]) =>
  nodes.flatMap((node) => itemsOf(node).map(({ id }) => id));

const versionOf = ([first]: readonly PermissionNode[]) => first?.version;

function namesIn(values: Values): Granted {
  const names = values[section];
  return new Set(Array.isArray(names) ? names.map(String) : []);
}

/** The tree that a stale save was answered with. */
function storedIn(error: unknown): readonly PermissionNode[] | undefined {
  const isStale = error instanceof ApiError && error.status === 409 && Array.isArray(error.current);
  return isStale ? (error.current as PermissionNode[]) : undefined;
}
