"use client";
import { Check } from "lucide-react";
import { useTranslations } from "next-intl";
import type { MouseEvent } from "react";
import { routeOf } from "@/components/areas/registry";
import { followIntoView } from "@/components/shell/view-focus";
import { cn } from "@/components/ui/cn";
import { IconButton } from "@/components/ui/icon-button";
import { VisuallyHidden } from "@/components/ui/visually-hidden";
import { useFormat } from "@/lib/client/format";
import { usePermissions } from "@/lib/client/permissions";
import { ViewLink } from "@/lib/client/tabs";
import type { Notification } from "@/lib/contract/notifications";

interface NotificationItemProps {
  notification: Notification;
  onRead: () => void;
  onLeave: () => void;
}

export function NotificationItem({ notification, onRead, onLeave }: NotificationItemProps) {
  const t = useTranslations("bell");
  const format = useFormat();
  const link = useReachable(notification.link);
  const { eventMessage, createdOn, createdBy, status } = notification;
  const unread = status === "Unread";

  const follow = (event: MouseEvent<HTMLElement>) => {
    if (unread) onRead();
    if (event.ctrlKey || event.metaKey) return;
    followIntoView();
    onLeave();
  };

  const mark = (event: MouseEvent<HTMLElement>) => {
    // The button goes away: whoever works through the list by keyboard goes on from the next one.
    const item = event.currentTarget.closest("li");
    const next = item?.nextElementSibling ?? item?.previousElementSibling;
    (next?.querySelector<HTMLElement>("button, a") ?? item?.closest("ul"))?.focus();
    onRead();
  };

  return (
    <li className={cn("relative flex items-start gap-3 border-b px-4 py-3", link && "hover:bg-hover")}>
      <span
        aria-hidden="true"
        className={cn("mt-1.5 size-2 shrink-0 rounded-full", unread && "drawn bg-accent")}
      />
      <div className="min-w-0 flex-1 text-sm">
        {unread && <VisuallyHidden>{t("unread")}: </VisuallyHidden>}
        {link ? (
          <ViewLink
            to={link}
            onClick={follow}
            className={cn(
              "break-words after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:outline-ring focus-visible:after:outline-offset-[-2px]",
              unread && "font-medium",
            )}
          >
            {eventMessage}
          </ViewLink>
        ) : (
          <span className={cn("break-words", unread && "font-medium")}>{eventMessage}</span>
        )}
        <p className="mt-0.5 text-muted text-xs">
          {[createdBy, format.dateTime(createdOn)].filter(Boolean).join(" · ")}
        </p>
      </div>
      {unread && (
        <IconButton size="sm" label={t("markOne")} className="relative z-1 -my-1 -mr-2" onClick={mark}>
          <Check />
        </IconButton>
      )}
    </li>
  );
}

/** The address, if there is such a view and the user may see it. */
function useReachable(link: string | null | undefined): string | undefined {
  const { allows } = usePermissions();
  const route = link ? routeOf(link) : undefined;
  return link && route && allows(route.area) ? link : undefined;
}
