"use client";
import { CircleAlert, Copy } from "lucide-react";
import { useTranslations } from "next-intl";
import { IconButton } from "@/components/ui/icon-button";
import { toast } from "@/components/ui/toast";
import { copyText } from "@/lib/client/clipboard";
import { useFormat } from "@/lib/client/format";
import type { LoggedMessage } from "../messages/log";
import { reportError } from "../messages/report-error";

export function MessageItem({ message }: { message: LoggedMessage }) {
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
