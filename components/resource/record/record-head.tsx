"use client";
import { useQueryClient } from "@tanstack/react-query";
import { History, List, Trash2 } from "lucide-react";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { buttonClass } from "@/components/ui/button";
import { useIsInSidePanel } from "@/components/ui/side-panel-context";
import { useSingleKey } from "@/components/ui/single-keys";
import { useFormat } from "@/lib/client/format";
import { useTab, ViewLink } from "@/lib/client/tabs";
import { useEditScope } from "../form/edit-scope";
import { ReasonedButton } from "../form/reasoned-button";
import { invalidateAreas } from "../list/invalidate";
import { RefreshButton } from "../table/refresh-button";
import { ActionLabel, actionsClass } from "./action-label";
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
  /** Each is omitted without its permission. */
  onHistory?: () => void;
  isHistoryOpen?: boolean;
  onDelete?: () => void;
  /** Why the record cannot be deleted. */
  deleteLockedReason?: string;
  /** The area's own actions, before the common ones. */
  actions?: ReactNode;
}

/** Head of a detail view: title, author and time of creation and last change, and actions. */
export function RecordHead({
  icon,
  title,
  state,
  trace,
  area,
  onHistory,
  isHistoryOpen,
  onDelete,
  deleteLockedReason,
  actions,
}: RecordHeadProps) {
  const t = useTranslations("resource");
  const common = useTranslations("common");
  const format = useFormat();
  const client = useQueryClient();
  const { active, isPartial } = useEditScope();
  const isInPanel = useIsInSidePanel();
  const Heading = isInPanel ? "h2" : "h1";
  const list = useListAddress();
  const { path } = useTab();
  const editing = active !== undefined;
  const deleteKey = useSingleKey("remove", common("delete"));
  const deleteReason = isPartial
    ? t("record.partial")
    : (deleteLockedReason ?? (editing ? t("record.deleteWhileEditing") : undefined));

  return (
    <header className="@container/head border-b px-4 py-3 sm:px-6">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <div className="flex min-w-0 flex-1 basis-64 items-center gap-3">
          <span className="shrink-0">{icon}</span>
          <div className="min-w-0">
            <div className="flex min-w-0 items-center gap-2">
              <Heading className="min-w-0 font-semibold text-lg">
                <span className="line-clamp-3 wrap-anywhere @min-[720px]/head:line-clamp-2">{title}</span>
              </Heading>
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
        <div role="toolbar" aria-label={t("record.actions")} className={actionsClass}>
          {actions}
          <RefreshButton
            onRefresh={() => invalidateAreas(client, [area])}
            disabledReason={editing ? t("table.refreshWhileEditing") : undefined}
          />
          {onHistory && (
            <ReasonedButton
              variant="ghost"
              icon={<History />}
              // In a panel the history replaces the record, and a second click brings it back.
              aria-pressed={isInPanel ? isHistoryOpen : undefined}
              onClick={onHistory}
            >
              <ActionLabel>{t("record.history")}</ActionLabel>
            </ReasonedButton>
          )}
          {!isInPanel && (
            <ViewLink to={list} className={buttonClass({ variant: "ghost" })}>
              <List aria-hidden="true" />
              <ActionLabel>{t("record.goToList")}</ActionLabel>
            </ViewLink>
          )}
          {onDelete && (
            <ReasonedButton
              variant="ghost"
              icon={<Trash2 />}
              className="text-danger"
              {...deleteKey}
              disabledReason={deleteReason}
              onClick={onDelete}
            >
              <ActionLabel>{common("delete")}</ActionLabel>
            </ReasonedButton>
          )}
        </div>
      </div>
    </header>
  );
}
