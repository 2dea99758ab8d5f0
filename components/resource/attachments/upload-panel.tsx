"use client";
import { useQueryClient } from "@tanstack/react-query";
import { FileUp, Link2, Upload } from "lucide-react";
import { useTranslations } from "next-intl";
import { type ReactNode, type RefObject, useEffect, useRef, useState } from "react";
import { useForm } from "react-hook-form";
import * as z from "zod";
import { reportError } from "@/components/errors/report-error";
import { useFieldLabel } from "@/components/resource/form/field-label";
import { TextField } from "@/components/resource/form/fields";
import { FormContextProvider } from "@/components/resource/form/form-context";
import { FormShell } from "@/components/resource/form/form-shell";
import { ProblemAlert } from "@/components/resource/form/problem-alert";
import { ReasonedButton } from "@/components/resource/form/reasoned-button";
import { useSchemaResolver } from "@/components/resource/form/resolver";
import { useSaveForm } from "@/components/resource/form/save-form";
import { invalidateAreas } from "@/components/resource/list/invalidate";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { Segments } from "@/components/ui/segments";
import { toast } from "@/components/ui/toast";
import { call } from "@/lib/client/api/client";
import { newId } from "@/lib/client/new-id";
import { usePublicConfig } from "@/lib/client/public-config";
import { contract } from "@/lib/contract";
import { fileName, website } from "@/lib/validation/rules";
import { DropBox } from "../upload/drop-box";
import { usePastedImages } from "../upload/use-pasted-images";
import { UploadList } from "./upload-list";
import { useUploads } from "./use-uploads";

interface UploadPanelProps {
  /** Files dropped or pasted before the panel opened. */
  files?: readonly File[];
  onDone: (attachmentIds: readonly string[]) => void;
  onClose: () => void;
  /** Receives new attachments, even when the panel is closed before. */
  onStored?: (attachmentIds: readonly string[]) => Promise<unknown>;
  /** Buttons are right-aligned in dialogs, left-aligned below forms. */
  inDialog?: boolean;
}

/** Adds attachments: several files, or a link; choosing one clears the other (AM-01). */
export function UploadPanel({ files, onStored, onDone, onClose, inDialog = false }: UploadPanelProps) {
  const t = useTranslations("attachments.upload");
  const common = useTranslations("common");
  const client = useQueryClient();
  const [kind, setKind] = useState<"file" | "url">("file");
  const [busy, setBusy] = useState(false);
  /** The {@link files} already added, so that switching to links and back does not add them again. */
  const taken = useRef<readonly File[]>(undefined);
  const stored = async (ids: readonly string[]) => {
    const areas = contract.attachments.create.affects ?? [];
    await onStored?.(ids).catch((error: unknown) => reportError(common("errorOccurred"), error));
    void invalidateAreas(client, areas);
  };
  const form = { onStored: stored, onDone, onClose, inDialog };
  return (
    <div className="flex flex-col gap-4 pb-1">
      <Segments
        label={t("source")}
        choices={[
          { value: "file", label: t("file"), icon: <FileUp /> },
          { value: "url", label: t("url"), icon: <Link2 /> },
        ]}
        value={kind}
        onChange={setKind}
        disabled={busy}
        className="self-start"
      />
      {kind === "file" ? (
        <FileUpload first={files} taken={taken} onBusy={setBusy} {...form} />
      ) : (
        <UrlForm {...form} />
      )}
    </div>
  );
}

interface FormProps extends Omit<UploadPanelProps, "files"> {
  onStored: (attachmentIds: readonly string[]) => Promise<unknown>;
}

interface FileUploadProps extends FormProps {
  first?: readonly File[];
  taken: RefObject<readonly File[] | undefined>;
  onBusy: (busy: boolean) => void;
}

function FileUpload({ first, taken, onBusy, onStored, onDone, onClose, inDialog }: FileUploadProps) {
  const t = useTranslations("attachments.upload");
  const common = useTranslations("common");
  const { attachmentMegabytes } = usePublicConfig();
  const { uploads, isSending, add, rename, remove, cancel, sendAll, isWatched } = useUploads(onStored);
  usePastedImages(add, !isSending);

  useEffect(() => {
    if (!first || taken.current === first) return;
    taken.current = first;
    add(first);
  }, [first, taken, add]);
  useEffect(() => onBusy(isSending), [isSending, onBusy]);
  const form = useRef<HTMLFormElement>(null);
  useNamesOfNew(form, uploads.length);

  const hasFailed = uploads.some(({ state }) => state === "failed");
  const left = uploads.filter(({ state }) => state !== "done").length;
  const send = async () => {
    const ids = await sendAll();
    // In the background, the tray shows the result.
    if (!ids || !isWatched()) return;
    toast.success(t("added", { count: ids.length }));
    onDone(ids);
  };
  // When the panel's tab is shown again after everything was sent in the background.
  const finish = useRef(() => {});
  finish.current = () => {
    const ids = uploads.flatMap(({ attachmentId }) => attachmentId ?? []);
    if (ids.length === 0 || left > 0) return;
    if (inDialog) onClose();
    else onDone(ids);
  };
  useEffect(() => finish.current(), []);
  return (
    <form
      ref={form}
      aria-label={t("file")}
      noValidate
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        event.stopPropagation();
        if (!isSending && left > 0) void send();
      }}
    >
      <DropBox label={t("choose")} onFiles={add} disabled={isSending} multiple>
        <p className="text-muted text-xs">{t("hint", { size: attachmentMegabytes })}</p>
      </DropBox>
      {isSending && <p className="text-muted text-xs">{t("goesOn")}</p>}
      <UploadList uploads={uploads} onRename={rename} onRemove={remove} onCancel={cancel} />
      <Actions inDialog={inDialog} onCancel={isSending ? () => cancel() : onClose}>
        <ReasonedButton
          type="submit"
          variant="primary"
          icon={<Upload />}
          loading={isSending}
          disabledReason={left === 0 ? t("nothing") : undefined}
        >
          {hasFailed ? common("retry") : t("send", { count: Math.max(left, 1) })}
        </ReasonedButton>
      </Actions>
    </form>
  );
}

/** Focuses the name of the first new file, where Enter submits, unless another name is being edited. */
function useNamesOfNew(form: RefObject<HTMLFormElement | null>, count: number): void {
  const before = useRef(0);
  useEffect(() => {
    const name = form.current?.querySelectorAll<HTMLInputElement>("li input")[before.current];
    before.current = count;
    if (!name || document.activeElement?.matches("input")) return;
    name.focus();
    name.select();
  }, [form, count]);
}

interface ActionsProps extends Pick<UploadPanelProps, "inDialog"> {
  onCancel: () => void;
  className?: string;
  /** Label of the submit button. */
  children: ReactNode;
}

function Actions({ inDialog, onCancel, className, children }: ActionsProps) {
  const cancel = <Button onClick={onCancel}>{useTranslations("common")("cancel")}</Button>;
  return (
    <div className={cn("flex flex-wrap gap-2", inDialog && "justify-end max-sm:*:flex-auto", className)}>
      {inDialog && cancel}
      {children}
      {!inDialog && cancel}
    </div>
  );
}

const link = z.object({ url: website().min(1), fileName: fileName().trim().min(1).max(255) });
type Link = z.output<typeof link>;
const empty: Link = { url: "", fileName: "" };

function UrlForm({ onStored, onDone, onClose, inDialog }: FormProps) {
  const t = useTranslations("attachments.upload");
  const label = useFieldLabel("attachments");
  /** Idempotency key, so that a retry creates no second attachment. */
  const attempt = useRef({ about: "", key: "" });
  const form = useForm<Link>({
    resolver: useSchemaResolver<Link>(link),
    defaultValues: empty,
    shouldFocusError: false,
  });
  const saving = useSaveForm<Link, string>({
    form,
    save: (body) => {
      const about = JSON.stringify(body);
      if (attempt.current.about !== about) attempt.current = { about, key: newId() };
      return call(contract.attachments.create, { body }, { idempotencyKey: attempt.current.key });
    },
    onSaved: async (id) => {
      await onStored([id]);
      onDone([id]);
    },
    successMessage: t("added", { count: 1 }),
  });
  return (
    <FormShell form={form} label={t("url")} faults={saving.faults} onSubmit={saving.submit}>
      <ProblemAlert problem={saving.problem} className="mb-4" />
      <FormContextProvider value={{ editing: true, label, stored: empty }}>
        <div className="flex flex-col gap-4">
          <TextField name="url" required help={t("urlHelp")} />
          <TextField name="fileName" required />
        </div>
      </FormContextProvider>
      <Actions inDialog={inDialog} onCancel={onClose} className="mt-5">
        <Button type="submit" variant="primary" loading={saving.saving}>
          {t("addLink")}
        </Button>
      </Actions>
    </FormShell>
  );
}
