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
import { type Granted, grantedIn, idsOf, mergeGranted, toSave } from "./tree";

const section = "permissions";

export interface PermissionsEditOptions {
  nodes: readonly PermissionNode[];
  /** Saves against the version at the start of the edit, to detect concurrent changes (FM-09). */
  save: (permissions: ReturnType<typeof toSave>, version: number | undefined) => Promise<unknown>;
  /** Returns who made a concurrent change; called on conflict. */
  changedBy: () => Promise<string | null | undefined>;
  /** Reloads the data; the section returns to reading when it resolves. */
  onSaved: () => Promise<unknown>;
}

/** Edited values, in the format of drafts and conflicts. */
type Values = Draft["values"];

/** Edits the permissions of a role, from Edit or a draft to Save or Cancel, without losing input. */
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
      edit.startConflict(yours, stored, await changedBy().catch(() => undefined));
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
    /** Undefined while not editing. */
    granted,
    saving: mutation.isPending,
    error: storedIn(mutation.error) ? null : mutation.error,
    draft,
    /** The offered draft applied to the current permissions, keeping later changes by others. */
    offered: offered && merge(offered.base, offered.values, valuesOf(stored)),
    begin(from: Granted) {
      setGranted(from);
      edit.begin({ version: versionOf(nodes), values: valuesOf(stored) });
    },
    change,
    submit,
    /** As text, by permission. */
    conflict: conflict && {
      ...conflict,
      before: texts(conflict.before),
      yours: texts(conflict.yours),
      theirs: texts(conflict.theirs),
    },
    /** Saves the changes on top of the currently stored permissions. */
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

const versionOf = ([first]: readonly PermissionNode[]) => first?.version;

function namesIn(values: Values): Granted {
  const names = values[section];
  return new Set(Array.isArray(names) ? names.map(String) : []);
}

/** Parses the tree returned for a stale save. */
function storedIn(error: unknown): readonly PermissionNode[] | undefined {
  const isStale = error instanceof ApiError && error.status === 409 && Array.isArray(error.current);
  return isStale ? (error.current as PermissionNode[]) : undefined;
}
