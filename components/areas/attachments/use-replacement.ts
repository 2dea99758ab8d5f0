"use client";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useRef, useState } from "react";
import { errorMessage } from "@/components/errors/error-message";
import { shownAddressOf } from "@/components/resource/attachments/addresses";
import { useAttachmentPermissions } from "@/components/resource/attachments/use-attachment-permissions";
import { useFileProblem } from "@/components/resource/attachments/use-uploads";
import { invalidateAreas } from "@/components/resource/list/invalidate";
import { type ToastAction, toast } from "@/components/ui/toast";
import { withUploadProgress } from "@/lib/client/api/upload-progress";
import { usePublicConfig } from "@/lib/client/public-config";
import { contract } from "@/lib/contract";
import type { AttachmentDetail } from "@/lib/contract/attachments";
import { isShown, wholeNameOf } from "@/lib/validation/attachment-files";
import { saveVersion } from "./content";

/** Larger files are not sent through the browser again: the list of versions has them. */
const maxUndoneBytes = 100 * 1024 * 1024;

interface Change {
  /** The attachment whose file is replaced. */
  current: AttachmentDetail;
  name: string;
  /** The new file, or a function that reads it. */
  file: File | (() => Promise<File>);
  isUndo?: true;
}

/** Replaces the file of an attachment by a new version (AM-05), which can be undone: then the earlier file is the next version. */
export function useReplacement(attachment: AttachmentDetail) {
  const t = useTranslations("attachments.content");
  const common = useTranslations("common");
  const undoLabel = useTranslations("resource.bulk")("undo");
  const client = useQueryClient();
  const { prefix } = usePublicConfig();
  const { mayDownload } = useAttachmentPermissions();
  const problemOf = useFileProblem();
  const [problem, setProblem] = useState<string>();
  const [progress, setProgress] = useState(0);
  const abort = useRef(new AbortController());

  const sending = useMutation({
    meta: { silent: "success" },
    mutationFn: async ({ current, file }: Change) => {
      abort.current = new AbortController();
      const { signal } = abort.current;
      const next = file instanceof File ? file : await file();
      return saveVersion(current, next, { signal, transport: withUploadProgress(setProgress) });
    },
    onSuccess: async (saved, { current, isUndo }) => {
      if (isUndo) toast.success(t("undone"));
      else toast.success(t("replaced", { version: saved.syncVersion }), undoOf(saved, current));
      await invalidateAreas(client, contract.attachments.save.affects ?? []);
    },
    onError: (error) =>
      setProblem(
        errorMessage(error, {
          unauthorized: common("unauthorized"),
          fallback: common("errorOccurred"),
        }),
      ),
    onSettled: () => setProgress(0),
  });
  const send = (change: Change) => {
    setProblem(undefined);
    sending.mutate(change);
  };

  const undoOf = (current: AttachmentDetail, before: AttachmentDetail): ToastAction | undefined => {
    const isReadable = mayDownload || isShown(before.fileExtension);
    if (!isReadable || (before.fileSize ?? 0) > maxUndoneBytes) return undefined;
    const name = wholeNameOf(before);
    const file = async () => {
      const { readWhole } = await import("@/components/resource/viewer/read-file");
      const address = shownAddressOf(prefix, "original", before);
      return new File([await readWhole(address, maxUndoneBytes, abort.current.signal)], name);
    };
    return { label: undoLabel, run: () => send({ current, name, file, isUndo: true }) };
  };

  const replace = (files: readonly File[]) => {
    const [file, another] = files;
    if (!file || sending.isPending) return;
    const refused = another ? t("onlyOne") : problemOf(file);
    if (refused) setProblem(refused);
    else send({ current: attachment, name: file.name, file });
  };
  return {
    replace,
    problem,
    /** While a file is sent: its name, and percent. */
    sent: sending.isPending ? { name: sending.variables.name, progress } : undefined,
    cancel: () => abort.current.abort(),
  };
}
