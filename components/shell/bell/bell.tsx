"use client";
import { BellIcon } from "lucide-react";
import { useTranslations } from "next-intl";
import { Suspense, useEffect } from "react";
import { useStore } from "zustand/react";
import { lazyPart } from "@/components/loading/lazy-part";
import { IconButton } from "@/components/ui/icon-button";
import { Popover, PopoverTrigger } from "@/components/ui/popover";
import { Skeleton } from "@/components/ui/skeleton";
import { useStorageOwnerId } from "@/lib/client/permissions";
import { usePrefix } from "@/lib/client/tabs/prefix";
import { clearMessages, messageLog, persistMessages } from "../../errors/log";
import { bellState, setBellOpen } from "./bell-state";
import { useUnreadCount } from "./unread";

const BellPanel = lazyPart(() => import("./bell-panel"));

/** Largest number that fits the badge. */
const maxShown = 99;

/** Shows the number of unread notifications, a dot for unseen errors, and opens both lists (SH-05, HO-03). */
export function Bell() {
  const t = useTranslations("bell");
  const { isOpen: open } = useStore(bellState);
  const unread = useUnreadCount() ?? 0;
  const errors = useStore(messageLog, ({ unseen }) => unseen);
  usePersistedMessages();
  const label = [
    t("label"),
    ...(unread > 0 ? [t("unreadCount", { count: unread })] : []),
    ...(errors > 0 ? [t("errorCount", { count: errors })] : []),
  ].join(", ");

  return (
    <Popover
      open={open}
      onOpenChange={setBellOpen}
      label={t("label")}
      align="end"
      className="flex w-[364px] flex-col overflow-hidden"
      anchor={
        <PopoverTrigger asChild>
          <IconButton
            label={label}
            className="relative"
            onPointerEnter={BellPanel.preload}
            onFocus={BellPanel.preload}
          >
            <BellIcon />
            {unread > 0 && (
              <span
                aria-hidden="true"
                className="absolute -top-0.5 -right-0.5 min-w-4 rounded-full bg-accent px-1 text-center forced-colors:border font-semibold text-[10px] text-accent-on leading-4 tabular-nums"
              >
                {unread > maxShown ? `${maxShown}+` : unread}
              </span>
            )}
            {errors > 0 && (
              <span
                aria-hidden="true"
                className="drawn absolute right-1 bottom-1 size-2 rounded-full bg-danger ring-2 ring-surface"
              />
            )}
          </IconButton>
        </PopoverTrigger>
      }
    >
      <Suspense fallback={<Waiting />}>
        <BellPanel unread={unread} errors={errors} onClose={() => setBellOpen(false)} />
      </Suspense>
    </Popover>
  );
}

function Waiting() {
  return (
    <div className="flex h-[min(448px,70dvh)] flex-col gap-3 p-4">
      <Skeleton className="w-1/2" />
      <Skeleton className="w-full" />
      <Skeleton className="w-4/5" />
    </div>
  );
}

/** Keeps the errors of this window across reloads, for each user separately. */
function usePersistedMessages(): void {
  const prefix = usePrefix();
  const userId = useStorageOwnerId();
  useEffect(() => {
    if (!userId) return;
    const stop = persistMessages(`messages:${prefix}:${userId}`);
    return () => {
      stop();
      // The next user of this window has a separate list.
      clearMessages();
    };
  }, [prefix, userId]);
}
