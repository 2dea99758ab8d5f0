"use client";
import { useTranslations } from "next-intl";
import { useRef } from "react";
import { useAreas } from "@/components/area/areas-context";
import { findArea } from "@/components/area/route";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { canSeal } from "@/lib/client/can-seal";
import { useContentKey } from "@/lib/client/tabs/content-key";
import { useTabState, useTabStore } from "@/lib/client/tabs/context";
import type { Question, Unsaved } from "@/lib/client/tabs/state";
import type { Tab } from "@/lib/client/tabs/tab";
import { useTabTitle } from "../tabs/tab-title";

/** Buttons in a row, or stacked where space is short. */
const answer = "max-sm:h-10 max-sm:w-full";

/** One question about all tabs with unsaved changes, which it names. */
export default function UnsavedQuestion({ question }: { question: Question }) {
  const t = useTranslations("shell.unsaved");
  const cancel = useTranslations("common")("cancel");
  const titleOf = useTabTitle();
  const { actions, getState } = useTabStore();
  const saving = useTabState((state) => state.saving);
  const all = useTabState((state) => state.tabs);
  // Saved tabs stay listed until the dialog closes, so that the list does not shrink while being read.
  const asked = useRef<readonly Tab[]>([]);
  if (asked.current.length === 0) asked.current = all.filter(({ id }) => question.ids.includes(id));
  const tabs = asked.current;
  const { loss } = question;
  // Drafts without an open window can only be kept if the browser can encrypt them.
  const isKeepable = canSeal(useContentKey());
  const draftsText = isKeepable ? "signOutDrafts" : "signOutDraftsLost";
  const leaving = loss === "signOut" || loss === "leave";
  const title = tabs[0] ? titleOf(tabs[0]) : "";
  const { windows, drafts } = question.elsewhere ?? { windows: [], drafts: [] };
  const count = tabs.length + windows.length;
  const listed: Listed[] = [
    ...tabs.map((tab) => ({ key: tab.id, title: titleOf(tab), icon: tab.icon })),
    ...[...windows, ...drafts].map((one, at) => ({ key: String(at), ...one })),
  ];

  return (
    <Dialog
      open
      locked={saving}
      onOpenChange={() => actions.answer("cancel")}
      focusAfterwards={() => document.getElementById(`${getState().activeId}-tab`)}
      className={loss === "signOut" ? "max-w-3xl" : "max-w-xl"}
      title={
        loss === "signOut"
          ? t("signOutTitle")
          : count === 1
            ? t("title", { title })
            : t("titleMany", { count })
      }
      description={
        leaving ? (
          <>
            {count > 0 &&
              t(loss === "signOut" && isKeepable ? "signOutKeepDescription" : `${loss}Description`, {
                count,
              })}
            {count > 0 && drafts.length > 0 && " "}
            {drafts.length > 0 && t(draftsText, { count: drafts.length })}
          </>
        ) : (
          t("description")
        )
      }
      footer={
        <>
          <Button className={answer} disabled={saving} onClick={() => actions.answer("cancel")}>
            {cancel}
          </Button>
          <Button className={answer} disabled={saving} onClick={() => actions.answer("discard")}>
            {loss === "signOut" ? t("signOutAnyway") : t(count === 1 ? "no" : "noMany")}
          </Button>
          {loss === "signOut" && isKeepable && (
            <Button className={answer} disabled={saving} onClick={() => actions.answer("keep")}>
              {t("signOutKeep")}
            </Button>
          )}
          <Button
            variant="primary"
            className={answer}
            loading={saving}
            onClick={() => actions.answer("save")}
          >
            {loss === "signOut" ? t("signOutSave") : t(count === 1 ? "yes" : "yesMany")}
          </Button>
        </>
      }
    >
      {(count > 1 || loss === "signOut") && <UnsavedList label={t("list")} unsaved={listed} />}
    </Dialog>
  );
}

type Listed = Unsaved & { key: string };

function UnsavedList({ label, unsaved }: { label: string; unsaved: readonly Listed[] }) {
  const areas = useAreas();
  return (
    <ul aria-label={label} className="flex flex-col gap-1 text-sm">
      {unsaved.map(({ key, title, detail, icon }) => {
        const Icon = findArea(areas, icon ?? "")?.icon;
        return (
          <li key={key} className="flex min-w-0 items-center gap-2">
            {Icon && <Icon aria-hidden="true" className="size-4 shrink-0 text-muted" />}
            <span className="min-w-0 truncate">{title}</span>
            {detail && (
              <span className="min-w-0 shrink-[3] truncate text-muted text-xs">
                <span className="sr-only">, </span>
                {detail}
              </span>
            )}
          </li>
        );
      })}
    </ul>
  );
}
