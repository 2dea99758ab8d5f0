"use client";

import { MessageSquareOff, Trash2 } from "lucide-react";
import { useTranslations } from "next-intl";
import { useEffect } from "react";
import { useStore } from "zustand/react";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { clearMessages, markMessagesSeen, messageLog } from "../messages/log";
import { MessageItem } from "./message-item";

/** Every error since this window was opened, for reading again and for passing on (QUALITY: for people, 3). */
export function MessageList() {
  const t = useTranslations("bell.messages");
  const messages = useStore(messageLog, (log) => log.messages);
  useEffect(() => {
    markMessagesSeen();
    return messageLog.subscribe(({ unseen }) => unseen > 0 && markMessagesSeen());
  }, []);

  if (messages.length === 0)
    return <EmptyState icon={<MessageSquareOff />} title={t("none")} description={t("noneHint")} />;
  return (
    <>
      <div className="flex min-h-11 shrink-0 items-center justify-between gap-3 border-b px-4 py-1.5">
        <span className="text-muted text-sm tabular-nums">{t("count", { count: messages.length })}</span>
        <Button
          size="sm"
          variant="ghost"
          className="-mr-2"
          icon={<Trash2 />}
          onClick={({ currentTarget }) => {
            // The button goes, and would take the focus with it.
            currentTarget.closest<HTMLElement>("[role=tabpanel]")?.focus();
            clearMessages();
          }}
        >
          {t("clear")}
        </Button>
      </div>
      <ul aria-label={t("label")} className="min-h-0 flex-1 overflow-y-auto overscroll-contain">
        {messages.map((message) => (
          <MessageItem key={message.id} message={message} />
        ))}
      </ul>
    </>
  );
}
