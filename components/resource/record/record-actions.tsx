"use client";
import { useQueryClient } from "@tanstack/react-query";
import { Ellipsis, History, List, RefreshCw, Trash2 } from "lucide-react";
import { useTranslations } from "next-intl";
import { type ReactNode, useRef, useState } from "react";
import { buttonClass } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { IconButton } from "@/components/ui/icon-button";
import { Menu, MenuItem, MenuSeparator } from "@/components/ui/menu";
import { useIsInSidePanel } from "@/components/ui/side-panel-context";
import { useSingleKey } from "@/components/ui/single-keys";
import { ViewLink } from "@/lib/client/tabs";
import { useEditScope } from "../form/edit-scope";
import { ReasonedButton } from "../form/reasoned-button";
import { invalidateAreas } from "../list/invalidate";
import { RefreshButton, useRefresh } from "../table/refresh-button";
import { ActionLabel, actionsClass, hiddenOnPhone } from "./action-label";
import { useListAddress } from "./use-list-address";

/** An action in the menu "More". */
export interface RareAction {
  id: string;
  label: string;
  icon: ReactNode;
  disabledReason?: string;
  onSelect: () => void;
  /** Shown beside the menu where there is space. */
  isOnPhones?: true;
}

export interface RecordActionsProps {
  /** The area's first path segment and the first part of its query keys. */
  area: string;
  /** Each is omitted without its permission. */
  onHistory?: () => void;
  /** In a panel, where the history replaces the record. */
  isHistoryOpen?: boolean;
  onDelete?: () => void;
  /** Why the record cannot be deleted. */
  deleteLockedReason?: string;
  /** The area's own actions, beside the common ones. */
  actions?: ReactNode;
  /** Rare actions of the area, in the menu "More" at any width. */
  more?: readonly RareAction[];
  /** Refreshing and deleting are rare, too: for areas that have more important actions. */
  isFolded?: boolean;
}

/** Actions of a record: where space is short, all but the way to the list are in the menu "More". */
export function RecordActions({
  area,
  onHistory,
  isHistoryOpen,
  onDelete,
  deleteLockedReason,
  actions,
  more = [],
  isFolded = false,
}: RecordActionsProps) {
  const t = useTranslations("resource");
  const common = useTranslations("common");
  const client = useQueryClient();
  const { active, isPartial } = useEditScope();
  const isInPanel = useIsInSidePanel();
  // A panel beside the list is narrow, too, but its few actions fit.
  const hidden = isInPanel ? undefined : hiddenOnPhone;
  const isMenuNeeded = isFolded || more.some((action) => !action.isOnPhones);
  const list = useListAddress();
  const editing = active !== undefined;
  const deleteKey = useSingleKey("remove", common("delete"));
  const { reason: refreshReason, refresh } = useRefresh({
    onRefresh: () => invalidateAreas(client, [area]),
    disabledReason: editing ? t("table.refreshWhileEditing") : undefined,
  });
  const deleteReason = isPartial
    ? t("record.partial")
    : (deleteLockedReason ?? (editing ? t("record.deleteWhileEditing") : undefined));

  return (
    <div role="toolbar" aria-label={t("record.actions")} className={actionsClass}>
      {!isInPanel && (
        <ViewLink to={list} data-worded className={buttonClass({ variant: "ghost" })}>
          <List aria-hidden="true" />
          <span data-label>{t("record.goToList")}</span>
        </ViewLink>
      )}
      {!isFolded && actions}
      {onHistory && (
        <ReasonedButton
          variant="ghost"
          icon={<History />}
          className={hidden}
          aria-pressed={isInPanel ? isHistoryOpen : undefined}
          onClick={onHistory}
        >
          <ActionLabel>{t("record.history")}</ActionLabel>
        </ReasonedButton>
      )}
      {isFolded && actions}
      {!isFolded && (
        <span className={cn("flex", hidden)}>
          <RefreshButton onRefresh={refresh} disabledReason={refreshReason} />
        </span>
      )}
      <MoreMenu isAlways={isMenuNeeded} isOnPhones={!isInPanel}>
        {(isPhone) => (
          <>
            {more.map(
              ({ id, label, disabledReason, isOnPhones, ...action }) =>
                (isPhone || !isOnPhones) && (
                  <MenuItem
                    key={id}
                    disabledReason={isPartial ? t("record.partial") : disabledReason}
                    {...action}
                  >
                    {label}
                  </MenuItem>
                ),
            )}
            {isPhone && onHistory && (
              <MenuItem icon={<History />} onSelect={onHistory}>
                {t("record.history")}
              </MenuItem>
            )}
            {(isPhone || isFolded) && (
              <>
                <MenuItem icon={<RefreshCw />} disabledReason={refreshReason} onSelect={refresh}>
                  {common("refresh")}
                </MenuItem>
                {onDelete && (
                  <>
                    <MenuSeparator />
                    <MenuItem
                      danger
                      icon={<Trash2 />}
                      shortcut={isPhone ? undefined : deleteKey?.["data-tooltip-key"]}
                      disabledReason={deleteReason}
                      onSelect={onDelete}
                    >
                      {common("delete")}
                    </MenuItem>
                  </>
                )}
              </>
            )}
          </>
        )}
      </MoreMenu>
      {!isInPanel && isMenuNeeded && (
        // The palette and the single keys find actions by their controls.
        <span aria-hidden="true" className="sr-only">
          {more.map(
            ({ id, label, disabledReason, isOnPhones, onSelect }) =>
              !isOnPhones && (
                <button
                  key={id}
                  type="button"
                  tabIndex={-1}
                  disabled={isPartial || disabledReason !== undefined}
                  onClick={onSelect}
                >
                  {label}
                </button>
              ),
          )}
          {isFolded && (
            <button type="button" tabIndex={-1} disabled={refreshReason !== undefined} onClick={refresh}>
              {common("refresh")}
            </button>
          )}
          {isFolded && onDelete && (
            <button
              type="button"
              tabIndex={-1}
              {...deleteKey}
              disabled={deleteReason !== undefined}
              onClick={onDelete}
            >
              {common("delete")}
            </button>
          )}
        </span>
      )}
      {onDelete && !isFolded && (
        <ReasonedButton
          variant="ghost"
          icon={<Trash2 />}
          className={cn("text-danger", hidden)}
          {...deleteKey}
          disabledReason={deleteReason}
          onClick={onDelete}
        >
          <ActionLabel>{common("delete")}</ActionLabel>
        </ReasonedButton>
      )}
    </div>
  );
}

interface MoreMenuProps {
  /** Whether it is also needed where there is space. */
  isAlways: boolean;
  /** Whether it has all actions where space is short. */
  isOnPhones: boolean;
  children: (isPhone: boolean) => ReactNode;
}

function MoreMenu({ isAlways, isOnPhones, children }: MoreMenuProps) {
  const t = useTranslations("resource.record");
  const button = useRef<HTMLSpanElement>(null);
  const [isPhone, setPhone] = useState(false);
  if (!isAlways && !isOnPhones) return null;
  return (
    <span ref={button} className={cn("flex", !isAlways && "@min-[720px]/head:hidden")}>
      <Menu
        align="end"
        trigger={
          <IconButton label={t("more")}>
            <Ellipsis />
          </IconButton>
        }
        // Menus are outside of the head, so its width must be measured.
        onOpenChange={() => setPhone((button.current?.closest("header")?.clientWidth ?? 0) < 720)}
      >
        {children(isPhone && isOnPhones)}
      </Menu>
    </span>
  );
}
