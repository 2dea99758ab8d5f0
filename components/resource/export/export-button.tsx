"use client";
import { useMutation } from "@tanstack/react-query";
import { Download, X } from "lucide-react";
import { useTranslations } from "next-intl";
import { useRef, useState } from "react";
import { errorMessage } from "@/components/errors/error-message";
import { reportError } from "@/components/errors/report-error";
import { Button } from "@/components/ui/button";
import { IconButton } from "@/components/ui/icon-button";
import { toast } from "@/components/ui/toast";
import { Tooltip } from "@/components/ui/tooltip";
import { useFocusFallback } from "@/components/ui/use-kept-focus";
import { download } from "@/lib/client/api/download";
import { ApiError } from "@/lib/client/api/error";
import { useFormat } from "@/lib/client/format";
import { saveFile } from "@/lib/client/save-file";
import type { CallOf, Endpoint } from "@/lib/contract/endpoint";
import type { ListState } from "../list/list-call";
import { narrowButton } from "../list/narrow-button";
import { exportCall, type ListExport } from "./export-call";

/** Milliseconds between progress updates. */
const progressInterval = 200;

interface RunningExport {
  /** `isEmpty` if the list has no rows, which the file would not show. */
  start(call: CallOf<Endpoint>, options: { isEmpty: boolean }): void;
  cancel(): void;
  running: boolean;
  /** Bytes received so far. */
  received: number;
}

/** Downloads an export; reports completion, failure and cancellation. */
function useExport(endpoint: Endpoint): RunningExport {
  const t = useTranslations("export");
  const common = useTranslations("common");
  const [received, setReceived] = useState(0);
  const abort = useRef<AbortController>(undefined);

  const { mutate, isPending } = useMutation({
    mutationFn: async ({ call }: { call: CallOf<Endpoint>; isEmpty: boolean }) => {
      const controller = new AbortController();
      abort.current = controller;
      let shown = 0;
      setReceived(0);
      const onProgress = (bytes: number) => {
        if (performance.now() - shown < progressInterval) return;
        shown = performance.now();
        setReceived(bytes);
      };
      return download(endpoint, call, { signal: controller.signal, onProgress });
    },
    meta: { silent: true },
    onSuccess: ({ content, fileName }, { isEmpty }) => {
      const name = fileName || "export.xlsx";
      saveFile(content, name);
      if (isEmpty) toast.plain(t("nothing", { fileName: name }));
      else toast.success(t("done", { fileName: name }));
    },
    onError: (error) => {
      const isIncomplete = error instanceof ApiError && error.code === "incomplete";
      const reason = errorMessage(error, {
        own: isIncomplete ? t("incomplete") : undefined,
        unauthorized: common("unauthorized"),
        fallback: common("errorOccurred"),
      });
      if (reason === undefined) toast.plain(common("requestCanceled"));
      else reportError(`${t("failed")} ${reason}`, error);
    },
  });

  return {
    start: (call, { isEmpty }) => mutate({ call, isEmpty }),
    cancel: () => abort.current?.abort(),
    running: isPending,
    received,
  };
}

interface ExportButtonProps {
  list: ListExport;
  /** Name of the exported records, such as "Users". */
  collection: string;
  state: ListState;
  columns: readonly { id: string; header: string }[];
  /** The list has no rows: the file will contain headings only. */
  isEmpty: boolean;
}

/** Exports all pages of a table; shows progress, and can be cancelled (TL-03). */
export function ExportButton({ list, collection, state, columns, isEmpty }: ExportButtonProps) {
  const t = useTranslations("export");
  const format = useFormat();
  const { start, cancel, running, received } = useExport(list);
  const button = useRef<HTMLButtonElement>(null);
  const kept = useFocusFallback(button);
  const megabytes = Math.round(received / 100_000) / 10;
  const progress = megabytes > 0 ? t("progress", { size: format.number(megabytes) }) : t("preparing");

  return (
    <>
      {running && (
        <span
          {...kept}
          className="flex items-center justify-end gap-1 text-muted text-xs tabular-nums max-sm:order-last max-sm:basis-full"
        >
          <span role="progressbar" aria-label={t("running")} aria-valuetext={progress}>
            {progress}
          </span>
          <IconButton label={t("cancel")} onClick={cancel}>
            <X />
          </IconButton>
        </span>
      )}
      <Tooltip content={t("hint", { collection })}>
        <Button
          ref={button}
          icon={<Download />}
          loading={running}
          className={narrowButton.button}
          onClick={() => start(exportCall(list, state, columns), { isEmpty })}
        >
          <span data-label className={narrowButton.label}>
            {t("action")}
          </span>
        </Button>
      </Tooltip>
    </>
  );
}
