"use client";
import { Check, ChevronDown, ChevronUp, CircleAlert, RotateCw, X } from "lucide-react";
import { useTranslations } from "next-intl";
import { useRef, useState, useSyncExternalStore } from "react";
import { IconButton } from "@/components/ui/icon-button";
import { useFocusFallback } from "@/components/ui/use-kept-focus";
import { ViewLink } from "@/lib/client/tabs";
import { attachmentKindOf, wholeNameOf } from "@/lib/validation/attachment-files";
import { extensionOf } from "@/lib/validation/files";
import { backgroundUploads, type Upload, type UploadBatch } from "./background-uploads";
import { FileIcon } from "./file-icon";
import { UploadProgress } from "./upload-progress";

/** Uploads whose form was closed or hidden, in a corner of the window (AT-02). */
export default function UploadTray() {
  const t = useTranslations("attachments.tray");
  const shown = useSyncExternalStore(
    backgroundUploads.subscribe,
    backgroundUploads.list,
    backgroundUploads.list,
  );
  const [isOpen, setOpen] = useState(true);
  const tray = useRef<HTMLElement>(null);
  const kept = useFocusFallback(tray);
  const rows = shown
    .filter(({ batch }) => !batch.isWatched())
    .flatMap(({ batch }) => batch.uploads().map((upload) => ({ batch, upload })));
  const isSending = rows.some(({ upload }) => upload.state === "sending");
  const failed = rows.filter(({ upload }) => hasFailed(upload)).length;
  const done = rows.filter(({ upload }) => upload.state === "done").length;
  if (rows.length === 0) return null;
  return (
    <aside
      ref={tray}
      tabIndex={-1}
      aria-label={t("title")}
      {...kept}
      className="fixed bottom-3 left-3 z-30 flex max-h-[min(60vh,360px)] w-[min(100vw-24px,360px)] animate-appear flex-col rounded-lg border bg-raised shadow-float print:hidden"
    >
      <header className="flex shrink-0 items-center gap-1 py-1 pr-1 pl-3">
        <p role="status" className="min-w-0 flex-1 truncate font-medium text-sm">
          {isSending
            ? t("sending", { count: rows.length - failed - done })
            : failed > 0
              ? t("failed", { count: failed })
              : t("done", { count: done })}
        </p>
        <IconButton
          size="sm"
          label={t(isOpen ? "collapse" : "expand")}
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          {isOpen ? <ChevronDown /> : <ChevronUp />}
        </IconButton>
        {!isSending && (
          <IconButton size="sm" label={t("close")} onClick={backgroundUploads.clear}>
            <X />
          </IconButton>
        )}
      </header>
      {isOpen && (
        <ul className="min-h-0 overflow-auto border-t px-3 py-1">
          {rows.map(({ batch, upload }) => (
            <TrayRow key={upload.key} batch={batch} upload={upload} />
          ))}
        </ul>
      )}
    </aside>
  );
}

/** Includes files that cannot be sent, such as ones that are too large. */
const hasFailed = ({ state, problem, nameProblem }: Upload) =>
  state === "failed" || problem !== undefined || nameProblem !== undefined;

function TrayRow({ batch, upload }: { batch: UploadBatch; upload: Upload }) {
  const t = useTranslations("attachments");
  const { key, file, fileName, state, progress, problem, nameProblem, attachmentId } = upload;
  const name = wholeNameOf({ fileName, fileExtension: extensionOf(file.name) });
  return (
    <li className="flex min-h-10 items-center gap-2 text-sm">
      {state === "done" ? (
        <Check aria-label={t("upload.done")} className="size-4 shrink-0 text-success" />
      ) : hasFailed(upload) ? (
        <CircleAlert aria-hidden="true" className="size-4 shrink-0 text-danger" />
      ) : (
        <FileIcon kind={attachmentKindOf(file.name)} className="size-4 shrink-0 text-muted" />
      )}
      <div className="min-w-0 flex-1 py-1">
        {attachmentId ? (
          <ViewLink
            to={`/attachments/${attachmentId}`}
            options={{ title: name }}
            className="block truncate rounded-sm text-primary hover:underline"
          >
            {name}
          </ViewLink>
        ) : (
          <p className="truncate">{name}</p>
        )}
        {(problem || nameProblem) && <p className="text-danger text-xs">{nameProblem ?? problem}</p>}
        {state === "sending" && (
          <UploadProgress label={t("upload.progressOf", { name: fileName })} percent={progress} />
        )}
      </div>
      {state === "failed" && (
        <IconButton size="sm" label={t("tray.retry", { name })} onClick={() => batch.send(key)}>
          <RotateCw />
        </IconButton>
      )}
      {state !== "done" && (
        <IconButton
          size="sm"
          label={t(state === "sending" ? "upload.cancel" : "upload.remove", { name })}
          onClick={() => {
            batch.cancel(key);
            batch.remove(key);
          }}
        >
          <X />
        </IconButton>
      )}
    </li>
  );
}
