"use client";
import { useTranslations } from "next-intl";
import { useRef } from "react";
import { areaNamed } from "@/components/areas/registry";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { useTabState, useTabStore } from "@/lib/tabs/context";
import type { Question } from "@/lib/tabs/leaving";
import type { Tab } from "@/lib/tabs/tab";
import { useTabTitle } from "./tab-title";

/** Asks what to do with unsaved changes before they would be lost (TB-06). */
export function UnsavedDialog() {
  const question = useTabState((state) => state.questions[0]);
  return question && <UnsavedQuestion key={question.ids.join()} question={question} />;
}

/** One question for all the tabs that would lose something; it names them. */
function UnsavedQuestion({ question }: { question: Question }) {
  const t = useTranslations("shell.unsaved");
  const cancel = useTranslations("common")("cancel");
  const titleOf = useTabTitle();
  const { actions, getState } = useTabStore();
  const saving = useTabState((state) => state.saving);
  const all = useTabState((state) => state.tabs);
  // Saved ones are named until the question is gone: a list that shrinks under the eyes helps nobody.
  const asked = useRef<readonly Tab[]>([]);
  if (asked.current.length === 0) asked.current = all.filter(({ id }) => question.ids.includes(id));
  const tabs = asked.current;
  const { loss } = question;
  const leaving = loss === "signOut" || loss === "leave";
  const title = tabs[0] ? titleOf(tabs[0]) : "";
  const count = tabs.length;

  return (
    <Dialog
      open
      locked={saving}
      onOpenChange={() => actions.answer("cancel")}
      focusAfterwards={() => document.getElementById(`${getState().activeId}-tab`)}
      size={count > 1 || loss === "signOut" ? "md" : "sm"}
      title={
        loss === "signOut"
          ? t("signOutTitle")
          : count === 1
            ? t("title", { title })
            : t("titleMany", { count })
      }
      description={leaving ? t(`${loss}Description`, { count }) : t("description")}
      footer={
        <>
          <Button disabled={saving} onClick={() => actions.answer("cancel")}>
            {cancel}
          </Button>
          <Button disabled={saving} onClick={() => actions.answer("discard")}>
            {loss === "signOut" ? t("signOutAnyway") : t(count === 1 ? "no" : "noMany")}
          </Button>
          <Button variant="primary" loading={saving} onClick={() => actions.answer("save")}>
            {loss === "signOut" ? t("signOutSave") : t(count === 1 ? "yes" : "yesMany")}
          </Button>
        </>
      }
    >
      {(count > 1 || loss === "signOut") && (
        <ul aria-label={t("list")} className="flex flex-col gap-1 text-sm">
          {tabs.map((tab) => {
            const Icon = areaNamed(tab.icon ?? "")?.icon;
            return (
              <li key={tab.id} className="flex min-w-0 items-center gap-2">
                {Icon && <Icon aria-hidden="true" className="size-4 shrink-0 text-muted" />}
                <span className="truncate">{titleOf(tab)}</span>
              </li>
            );
          })}
        </ul>
      )}
    </Dialog>
  );
}
