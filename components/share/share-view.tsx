"use client";
import { Download, Eye } from "lucide-react";
import { useTimeZone, useTranslations } from "next-intl";
import { type FormEvent, useState } from "react";
import { parseApiError } from "@/lib/client/api/error";
import type { SharedFile } from "@/lib/contract/attachment-parts";
import { intlLocale } from "@/lib/format/intl-locale";
import { formatSize } from "@/lib/format/size";
import type { PageMessages } from "@/lib/i18n/page-messages";
import type { PublicConfig } from "@/lib/installation/public-config";
import type { Language } from "@/lib/preferences/preferences";
import { wholeNameOf } from "@/lib/validation/attachment-files";
import { LanguageFrame } from "../login/language-frame";
import { FileIcon } from "../resource/attachments/file-icon";
import { Alert } from "../ui/alert";
import { Button, buttonClass } from "../ui/button";
import { cn } from "../ui/cn";
import { Field } from "../ui/field";
import { PasswordInput } from "../ui/password-input";

interface ShareViewProps {
  config: PublicConfig;
  language: Language;
  timeZone: string;
  messages: PageMessages<"share" | "login">;
  shareKey: string;
  /** Or the refusal: the link has expired, or too many wrong links came from the visitor's address. */
  file: SharedFile | Refusal;
}

type Refusal = "over" | "refused";

/** Page behind a share link: file details and download (AM-03). */
export function ShareView({ shareKey, file, ...frame }: ShareViewProps) {
  return (
    <LanguageFrame {...frame}>
      {(language) =>
        typeof file === "string" ? (
          <Refused why={file} />
        ) : (
          <Shared
            file={file}
            language={language}
            address={`${frame.config.prefix}/api/downloads/${encodeURIComponent(shareKey)}`}
          />
        )
      }
    </LanguageFrame>
  );
}

function Refused({ why }: { why: Refusal }) {
  const t = useTranslations(`share.${why}`);
  return (
    <>
      <h1 className="font-semibold text-lg leading-6">{t("title")}</h1>
      <p className="mt-2 text-muted">{t("description")}</p>
    </>
  );
}

function Shared({ file, language, address }: { file: SharedFile; language: Language; address: string }) {
  const t = useTranslations("share");
  const timeZone = useTimeZone();
  const { fileType, fileSize, validUntil, needsPassword, hasPreview } = file;
  const [ticket, setTicket] = useState<string>();
  const name = wholeNameOf(file);
  const until = new Intl.DateTimeFormat(intlLocale(language), {
    dateStyle: "long",
    timeStyle: "short",
    timeZone,
  }).format(new Date(validUntil));
  return (
    <div className="flex flex-col gap-5">
      <div className="flex items-start gap-3">
        <span className="flex size-10 shrink-0 items-center justify-center rounded-lg border text-muted">
          <FileIcon kind={fileType} className="size-5" />
        </span>
        <div className="min-w-0">
          <h1 className="break-words font-semibold text-lg leading-6">{name}</h1>
          <p className="text-muted text-sm">{formatSize(fileSize, language)}</p>
        </div>
      </div>
      {hasPreview && (ticket || !needsPassword) && (
        <Preview address={`${address}/preview${ticket ? queryOf(ticket) : ""}`} name={name} />
      )}
      {needsPassword ? (
        <PasswordForm
          address={address}
          language={language}
          name={name}
          onPreview={hasPreview && !ticket ? setTicket : undefined}
        />
      ) : (
        <a href={address} download={name} className={buttonClass({ variant: "primary", size: "lg" })}>
          <Download aria-hidden="true" />
          {t("download")}
        </a>
      )}
      <p className="text-center text-muted text-xs">{t("validUntil", { when: until })}</p>
    </div>
  );
}

/** Preview of the file before downloading. */
function Preview({ address, name }: { address: string; name: string }) {
  const t = useTranslations("share");
  const [state, setState] = useState<"loading" | "shown" | "failed">("loading");
  const settle = (loaded: boolean) => setState(loaded ? "shown" : "failed");
  if (state === "failed") return null;
  return (
    // biome-ignore lint/performance/noImgElement: the API has resized previews
    <img
      // The image may have loaded or failed before hydration.
      ref={(image) => {
        if (image?.complete && state === "loading") settle(image.naturalWidth > 0);
      }}
      src={address}
      alt={t("previewOf", { name })}
      className={cn(
        "max-h-[50dvh] w-full rounded border bg-background object-contain",
        // Reserves space, to reduce the layout shift.
        state === "loading" && "min-h-48",
      )}
      onLoad={() => settle(true)}
      onError={() => settle(false)}
    />
  );
}

type Fault = "required" | "wrongPassword" | "tooMany" | "unavailable" | "over";

interface PasswordFormProps {
  address: string;
  language: Language;
  name: string;
  /** Receives a ticket for a preview of the file. */
  onPreview?: (ticket: string) => void;
}

/** Asks for the password, and exchanges a correct one for a single-use download ticket (AM-05). */
function PasswordForm({ address, language, name, onPreview }: PasswordFormProps) {
  const t = useTranslations("share");
  const login = useTranslations("login");
  const [busy, setBusy] = useState(false);
  const [fault, setFault] = useState<Fault>();

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const password = String(new FormData(event.currentTarget).get("password") ?? "");
    const { submitter } = event.nativeEvent as SubmitEvent;
    if (busy) return;
    if (password === "") return setFault("required");
    setBusy(true);
    const answer = await ticketFor(address, password, language);
    setBusy(false);
    setFault(answer.fault);
    if (!answer.ticket) return;
    if (onPreview && submitter?.dataset.preview !== undefined) return onPreview(answer.ticket);
    const link = document.createElement("a");
    link.href = address + queryOf(answer.ticket);
    link.download = name;
    link.click();
  }

  const isOfField = fault === "required" || fault === "wrongPassword";
  return (
    <form noValidate onSubmit={submit} aria-label={t("download")} className="flex flex-col gap-4">
      {fault && !isOfField && <Alert tone="danger">{fault === "over" ? t("over.title") : t(fault)}</Alert>}
      <Field label={t("password")} required help={t("passwordHelp")} error={isOfField && t(fault)}>
        <PasswordInput
          name="password"
          autoComplete="off"
          labels={{ show: login("showPassword"), hide: login("hidePassword") }}
        />
      </Field>
      <Button type="submit" variant="primary" size="lg" icon={<Download />} loading={busy}>
        {t("download")}
      </Button>
      {onPreview && (
        <Button type="submit" size="lg" icon={<Eye />} data-preview="" aria-disabled={busy || undefined}>
          {t("preview")}
        </Button>
      )}
    </form>
  );
}

const queryOf = (ticket: string) => `?ticket=${encodeURIComponent(ticket)}`;

async function ticketFor(
  address: string,
  password: string,
  lang: Language,
): Promise<{ ticket?: string; fault?: Fault }> {
  try {
    const response = await fetch(`${address}/tickets`, {
      method: "POST",
      headers: { accept: "application/json", "content-type": "application/json", "x-csrf": "1", lang },
      body: JSON.stringify({ password }),
    });
    const body: unknown = await response.json();
    if (response.ok && typeof body === "string") return { ticket: body };
    if (response.status === 429) return { fault: "tooMany" };
    if (response.status === 404) return { fault: "over" };
    const { code } = parseApiError(response.status, body);
    return { fault: code === "wrongSharePassword" ? "wrongPassword" : "unavailable" };
  } catch {
    return { fault: "unavailable" };
  }
}
