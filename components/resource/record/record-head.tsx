"use client";
import { useQueryClient } from "@tanstack/react-query";
import { History, List, Trash2 } from "lucide-react";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { buttonClass } from "@/components/ui/button";
import { Truncate } from "@/components/ui/truncate";
import { useFormat } from "@/lib/client/format";
import { useTab, ViewLink } from "@/lib/client/tabs";
import { useEditScope } from "../form/edit-scope";
import { ReasonedButton } from "../form/reasoned-button";
import { RefreshButton } from "../table/refresh-button";
import { invalidateAreas } from "./invalidate";
import { ShortcutStar } from "./shortcut-star";
import { useListAddress } from "./use-list-address";

interface Traced {
  createdOn: string;
  createdBy: string;
  updatedOn: string | null;
  updatedBy: string | null;
}

interface RecordHeadProps {
  icon: ReactNode;
  title: string;
  /** Badges such as "Default". */
  state?: ReactNode;
  trace: Traced;
  /** The area's first path segment and the first part of its query keys. */
  area: string;
  /** Each is left out without its permission. */
  onHistory?: () => void;
  onDelete?: () => void;
  /** Why nobody can delete the record. */
  deleteLockedReason?: string;
  /** The area's own actions, before the common ones. */
  actions?: ReactNode;
}

/** The head of a detail view: what this is, who created and last changed it and when, and what can be done with it. */
export function RecordHead({
  icon,
  title,
  state,
  trace,
  area,
  onHistory,
  onDelete,
  deleteLockedReason,
  actions,
}: RecordHeadProps) {
  const t = useTranslations("resource");
  const common = useTranslations("common");
  const format = useFormat();
  const client = useQueryClient();
  const { active, isPartial } = useEditScope();
  const list = useListAddress();
  const { path } = useTab();
  const editing = active !== undefined;
  const whyNotDeleted = isPartial
    ? t("record.partial")
    : (deleteLockedReason ?? (editing ? t("record.deleteWhileEditing") : undefined));

  return (
    <header className="flex flex-wrap items-center gap-x-3 gap-y-2 border-b px-4 py-3 sm:px-6">
      <div className="flex min-w-0 flex-1 basis-64 items-center gap-3">
        <span className="shrink-0">{icon}</span>
        <div className="min-w-0">
          <div className="flex min-w-0 items-center gap-2">
            <h1 className="min-w-0 font-semibold text-lg">
              <Truncate>{title}</Truncate>
            </h1>
            {state}
            <ShortcutStar actionUrl={path} permissionLabel={title} />
          </div>
          <p className="flex flex-wrap gap-x-3 text-muted text-xs">
            <span>
              {t("record.created", { when: format.longDateTime(trace.createdOn), who: trace.createdBy })}
            </span>
            {trace.updatedOn !== null && (
              <span>
                {t("record.updated", {
                  when: format.longDateTime(trace.updatedOn),
                  who: trace.updatedBy ?? "",
                })}
              </span>
            )}
          </p>
        </div>
      </div>
      <div
        role="toolbar"
        aria-label={t("record.actions")}
        // On a phone they are squares, of which a row has room for eight.
        className="-ml-2 flex flex-wrap items-center gap-1.5 max-sm:[&_:is(a,button)]:w-8 max-sm:[&_:is(a,button)]:px-0"
      >
        {actions}
        <RefreshButton
          onRefresh={() => invalidateAreas(client, [area])}
          disabledReason={editing ? t("table.refreshWhileEditing") : undefined}
        />
        {onHistory && (
          <ReasonedButton variant="ghost" icon={<History />} onClick={onHistory}>
            <Label>{t("record.history")}</Label>
          </ReasonedButton>
        )}
        <ViewLink to={list} className={buttonClass({ variant: "ghost" })}>
          <List aria-hidden="true" />
          <Label>{t("record.goToList")}</Label>
        </ViewLink>
        {onDelete && (
          <ReasonedButton
            variant="ghost"
            icon={<Trash2 />}
            className="text-danger"
            disabledReason={whyNotDeleted}
            onClick={onDelete}
          >
            <Label>{common("delete")}</Label>
          </ReasonedButton>
        )}
      </div>
    </header>
  );
}

/** On a phone the icon stands for the word, which only screen readers get. */
function Label({ children }: { children: ReactNode }) {
  return <span className="max-sm:sr-only">{children}</span>;
}
