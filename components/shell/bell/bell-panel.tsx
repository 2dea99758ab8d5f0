"use client";
import * as Radix from "@radix-ui/react-tabs";
import { CircleAlert, Copy, MessageSquareOff, Trash2 } from "lucide-react";
import { useTranslations } from "next-intl";
import { type ReactNode, useEffect, useState } from "react";
import { useStore } from "zustand/react";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { IconButton } from "@/components/ui/icon-button";
import { toast } from "@/components/ui/toast";
import { copyText } from "@/lib/client/clipboard";
import { useFormat } from "@/lib/client/format";
import { clearMessages, type LoggedMessage, markMessagesSeen, messageLog } from "../../errors/log";
import { reportError } from "../../errors/report-error";
import { NotificationList } from "./notification-list";

interface BellPanelProps {
  unread: number;
  /** Number of unseen errors. */
  errors: number;
  onClose: () => void;
}

/** Two lists: notifications about changes by others, and errors of this window. */
export default function BellPanel({ unread, errors, onClose }: BellPanelProps) {
  const t = useTranslations("bell");
  const [tab, setTab] = useState(errors > 0 && unread === 0 ? "messages" : "notifications");
  return (
    <Radix.Root value={tab} onValueChange={setTab} className="flex h-[min(448px,70dvh)] min-h-0 flex-col">
      <Radix.List aria-label={t("label")} className="flex shrink-0 gap-1 border-b px-2">
        <PanelTab value="notifications" count={unread}>
          {t("label")}
        </PanelTab>
        <PanelTab value="messages" count={errors} tone="danger">
          {t("messages.label")}
        </PanelTab>
      </Radix.List>
      <Radix.Content value="notifications" className={content}>
        <NotificationList unread={unread} onLeave={onClose} />
      </Radix.Content>
      <Radix.Content value="messages" className={content}>
        <MessageList />
      </Radix.Content>
    </Radix.Root>
  );
}

const content = "flex min-h-0 flex-1 flex-col outline-none data-[state=inactive]:hidden";

function PanelTab(props: { value: string; count: number; tone?: "primary" | "danger"; children: ReactNode }) {
  const { value, count, tone = "primary", children } = props;
  return (
    <Radix.Trigger
      value={value}
      className="relative flex h-10 items-center gap-2 px-2 text-muted text-sm outline-offset-[-3px] hover:text-text data-[state=active]:font-medium data-[state=active]:text-text data-[state=active]:after:absolute data-[state=active]:after:inset-x-2 data-[state=active]:after:bottom-0 data-[state=active]:after:h-0.5 data-[state=active]:after:bg-primary"
    >
      {children}
      {count > 0 && <Badge tone={tone}>{count}</Badge>}
    </Radix.Trigger>
  );
}

/** Lists every error since the window was opened, for rereading and forwarding (QUALITY: for people, 3). */
function MessageList() {
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
            // The button is removed together with its focus.
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

function MessageItem({ message }: { message: LoggedMessage }) {
  const t = useTranslations("bell.messages");
  const format = useFormat();
  const { at, text, status, method, path, requestId } = message;
  const call = method && `${method} ${path}`;
  const outcome = status === 0 ? t("noAnswer") : status;
  const id = requestId && t("requestId", { id: requestId });

  const copy = async () => {
    const lines = [text, [at, outcome, call].filter(Boolean).join(" · "), id].filter(Boolean);
    await copyText(lines.join("\n")).then(
      () => toast.success(t("copied")),
      (error: unknown) => reportError(t("copyFailed"), error),
    );
  };

  return (
    <li className="flex items-start gap-3 border-b px-4 py-3 text-sm">
      <CircleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-danger" />
      <div className="min-w-0 flex-1">
        <p className="break-words">{text}</p>
        <p className="mt-0.5 break-words text-muted text-xs tabular-nums">
          {[format.dateTime(at), outcome].filter(Boolean).join(" · ")}
        </p>
        {call && <p className="break-words text-muted text-xs">{call}</p>}
        {id && <p className="select-all break-all text-muted text-xs">{id}</p>}
      </div>
      <IconButton size="sm" label={t("copy")} className="-my-1 -mr-2" onClick={copy}>
        <Copy />
      </IconButton>
    </li>
  );
}
