"use client";
import { UserPen } from "lucide-react";
import { useTranslations } from "next-intl";
import { Button } from "@/components/ui/button";
import type { ForeignChange } from "@/lib/client/live/news";

interface LiveNoticeProps {
  change: ForeignChange;
  of: "record" | "list";
  /** The user is editing: the data must not be replaced. */
  isEditing: boolean;
  onShow: () => void;
  onDismiss: () => void;
}

/** Unobtrusive notice that another user changed the data; it neither shifts nor disables content (SH-12). */
export default function LiveNotice({ change, of, isEditing, onShow, onDismiss }: LiveNoticeProps) {
  const t = useTranslations("resource.live");
  const name = change.byName;
  const text =
    of === "list" ? t("listChanged", { name }) : t(change.deleted ? "deleted" : "changed", { name });
  return (
    <div className="pointer-events-none absolute inset-x-0 bottom-2 z-10 flex justify-center px-4 print:hidden">
      <div
        role="status"
        className="flex max-w-full flex-wrap items-center gap-x-3 gap-y-1 rounded-md border bg-raised px-3 py-1.5 text-sm shadow-float"
      >
        <UserPen aria-hidden="true" className="size-4 shrink-0 text-primary" />
        <span className="min-w-0 break-words">
          {text}
          {isEditing && <span className="text-muted"> {t("whileEditing")}</span>}
        </span>
        {!isEditing && (
          <Button size="sm" variant="primary" className="pointer-events-auto" onClick={onShow}>
            {t("show")}
          </Button>
        )}
        <Button size="sm" variant="ghost" className="pointer-events-auto" onClick={onDismiss}>
          {t("dismiss")}
        </Button>
      </div>
    </div>
  );
}
