"use client";
import { LayoutGrid, Pencil, Plus } from "lucide-react";
import { useTranslations } from "next-intl";
import { Suspense, useEffect, useRef, useState } from "react";
import { lazyPart } from "@/components/loading/lazy-part";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Skeleton } from "@/components/ui/skeleton";
import { Tooltip } from "@/components/ui/tooltip";
import { useCurrentUser, useIsViewed } from "@/lib/client/permissions";
import { useShortcuts } from "@/lib/client/shortcuts";
import type { Shortcut } from "@/lib/contract/shortcuts";
import { useShortcutTarget, useViewTargets } from "../../area/destinations";
import { HomeCard, Nothing } from "./home-card";
import { Tiles, tileGrid } from "./tile";

const ShortcutsEditor = lazyPart(() => import("./shortcuts-editor"));
const InitialShortcuts = lazyPart(() => import("./initial-shortcuts"));
const AddShortcut = lazyPart(() => import("./add-shortcut"));

/** In narrow cards the button labels are visually hidden. */
const narrow = { button: "@max-xl:w-7 @max-xl:px-0", label: "@max-xl:sr-only" } as const;

/** The user's tiles: add, arrange and remove (HO-01). */
export function Shortcuts({ className }: { className?: string }) {
  const t = useTranslations();
  const { data, isError, refetch } = useShortcuts();
  const isFirstTime = useIsFirstTime(data);
  const targetOf = useShortcutTarget();
  const [isEditing, setEditing] = useState(false);
  const [isAdding, setAdding] = useState(false);
  const addButton = useRef<HTMLButtonElement>(null);
  const shown = data?.flatMap((shortcut) => {
    const target = targetOf(shortcut);
    return target ? [{ ...shortcut, target }] : [];
  });
  const isEmpty = shown?.length === 0;
  const isOwn = !useIsViewed();
  useEffect(() => {
    if (!isEmpty || !isEditing) return;
    setEditing(false);
    // The last tile was removed with its focused button.
    if (document.activeElement === document.body) addButton.current?.focus();
  }, [isEmpty, isEditing]);
  const add = (look?: typeof narrow) => (
    <Tooltip content={look && t("home.addShortcut")}>
      <Button
        ref={addButton}
        size="sm"
        icon={<Plus />}
        className={look?.button}
        onClick={() => setAdding(true)}
      >
        <span className={look?.label}>{t("home.addShortcut")}</span>
      </Button>
    </Tooltip>
  );

  const dialog = (
    <Suspense fallback={null}>
      {isAdding && <AddShortcut onClose={() => setAdding(false)} focusAfterwards={() => addButton.current} />}
    </Suspense>
  );
  if (isEmpty && !isFirstTime)
    return (
      <HomeCard title={t("home.shortcuts")} isLine className={className} action={isOwn && add()}>
        <Nothing icon={<LayoutGrid aria-hidden="true" />}>{t("home.noShortcuts")}</Nothing>
        {dialog}
      </HomeCard>
    );
  return (
    <HomeCard
      title={t("home.shortcuts")}
      className={className}
      action={
        shown &&
        isOwn &&
        !isEmpty && (
          <div className="flex flex-wrap justify-end gap-2">
            {add(narrow)}
            <Tooltip content={t("home.editShortcuts")}>
              <Button
                size="sm"
                variant="ghost"
                icon={<Pencil />}
                aria-pressed={isEditing}
                className={narrow.button}
                onClick={() => setEditing(!isEditing)}
              >
                <span className={narrow.label}>{t("home.editShortcuts")}</span>
              </Button>
            </Tooltip>
          </div>
        )
      }
    >
      {!shown && !isError && <Waiting />}
      {!shown && isError && (
        <Alert
          tone="danger"
          className="m-4"
          action={
            <Button size="sm" onClick={() => refetch()}>
              {t("common.retry")}
            </Button>
          }
        >
          {t("home.shortcutsFailed")}
        </Alert>
      )}
      {isFirstTime && (
        <Suspense fallback={<Waiting />}>
          <InitialShortcuts />
        </Suspense>
      )}
      {shown && !isEmpty && (
        <Suspense fallback={<Tiles shown={shown} />}>
          {isEditing ? <ShortcutsEditor shown={shown} /> : <Tiles shown={shown} />}
        </Suspense>
      )}
      {dialog}
    </HomeCard>
  );
}

function Waiting() {
  return (
    <div className={tileGrid}>
      {["one", "two", "three", "four"].map((place) => (
        <Skeleton key={place} className="h-12 rounded-md" />
      ))}
    </div>
  );
}

/** Setting that marks a user as having received initial shortcuts. */
const initialisedSetting = "home.shortcutsInitialised";

function useIsFirstTime(stored: readonly Shortcut[] | undefined): boolean {
  const { data: user } = useCurrentUser();
  const isInitialised = user?.userSettings.some(({ settingName }) => settingName === initialisedSetting);
  const isAnyOpen = useViewTargets().some(({ permissionLabel }) => permissionLabel !== "");
  return stored?.length === 0 && isInitialised === false && isAnyOpen;
}
