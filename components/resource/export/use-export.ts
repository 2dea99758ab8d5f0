"use client";
import { useMutation } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useRef, useState } from "react";
import { errorMessage } from "@/components/shell/error-message";
import { reportError } from "@/components/shell/messages/report-error";
import { toast } from "@/components/ui/toast";
import { download } from "@/lib/client/api/download";
import { ApiError } from "@/lib/client/api/error";
import type { CallOf, Endpoint } from "@/lib/contract/endpoint";

/** Progress is shown a few times a second, however fast the parts arrive. */
const shownEvery = 200;

/** Milliseconds: long enough for the browser to begin reading a file, whose end nobody is told. */
const keptFor = 60_000;

export interface RunningExport {
  /** `isEmpty` when the list has no rows, of which the file then says nothing by itself. */
  start(call: CallOf<Endpoint>, options: { isEmpty: boolean }): void;
  cancel(): void;
  running: boolean;
  /** Bytes received so far. */
  received: number;
}

/** Exports to a file that the browser keeps; says when it is there, when it failed and when it was cancelled. */
export function useExport(endpoint: Endpoint): RunningExport {
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
        if (performance.now() - shown < shownEvery) return;
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

/** Hands a file to the browser to keep, as a download of that name. */
function saveFile(content: Blob, fileName: string): void {
  const url = URL.createObjectURL(content);
  const link = document.createElement("a");
  link.href = url;
  link.download = fileName;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), keptFor);
}
