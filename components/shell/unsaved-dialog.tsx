"use client";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { useTabState, useTabStore } from "@/lib/tabs/context";
import { useTabTitle } from "./tab-title";

/** Asks what to do with unsaved changes before a tab closes (TB-06). */
export function UnsavedDialog() {
  const t = useTranslations("shell.unsaved");
  const cancel = useTranslations("common")("cancel");
  const titleOf = useTabTitle();
  const { actions } = useTabStore();
  const tab = useTabState((state) => state.tabs.find(({ id }) => id === state.asking[0]));
  const [saving, setSaving] = useState(false);
  if (!tab) return null;

  const save = async () => {
    setSaving(true);
    const saved = await (actions.guardOf(tab.id)?.save() ?? Promise.resolve(false)).catch(() => false);
    setSaving(false);
    if (saved) actions.discard(tab.id);
    else actions.stopAsking(tab.id);
  };

  const discard = () => {
    actions.guardOf(tab.id)?.discard();
    actions.discard(tab.id);
  };

  return (
    <Dialog
      open
      locked={saving}
      onOpenChange={() => actions.stopAsking(tab.id)}
      size="sm"
      title={t("title", { title: titleOf(tab) })}
      description={t("description")}
      footer={
        <>
          <Button disabled={saving} onClick={() => actions.stopAsking(tab.id)}>
            {cancel}
          </Button>
          <Button disabled={saving} onClick={discard}>
            {t("no")}
          </Button>
          <Button variant="primary" loading={saving} onClick={save}>
            {t("yes")}
          </Button>
        </>
      }
    />
  );
}
