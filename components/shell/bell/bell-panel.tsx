"use client";
import * as Radix from "@radix-ui/react-tabs";
import { useTranslations } from "next-intl";
import { type ReactNode, useState } from "react";
import { Badge } from "@/components/ui/badge";
import { MessageList } from "./message-list";
import { NotificationList } from "./notification-list";

interface BellPanelProps {
  unread: number;
  /** Not looked at yet. */
  errors: number;
  onClose: () => void;
}

/** Two lists: what others did that concerns the user, and the errors of this window. */
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
