"use client";
import { Download } from "lucide-react";
import { NextIntlClientProvider, useFormatter, useTranslations } from "next-intl";
import { type FormEvent, useState } from "react";
import { parseApiError } from "@/lib/client/api/error";
import type { SharedFile } from "@/lib/contract/attachment-parts";
import { keepCookie } from "@/lib/cookie";
import { formatSize } from "@/lib/format/size";
import { languageCookie } from "@/lib/i18n/language";
import type { Language } from "@/lib/preferences/preferences";
import type { PublicConfig } from "@/lib/public-config";
import { wholeNameOf } from "@/lib/validation/attachment-files";
import { LanguageChoice } from "../login/language-choice";
import { LoginFrame } from "../login/login-frame";
import { FileIcon } from "../resource/attachments/file-icon";
import { Alert } from "../ui/alert";
import { Button, buttonClass } from "../ui/button";
import { Field } from "../ui/field";
import { PasswordInput } from "../ui/password-input";
import type { ShareMessages } from "./messages";

interface ShareViewProps {
  config: PublicConfig;
  language: Language;
  timeZone: string;
  messages: Record<Language, ShareMessages>;
  shareKey: string;
  file: SharedFile | "over";
}

/** The page behind the link of a share: what the file is, and the way to it (AM-03). */
export function ShareView({ config, language: first, timeZone, messages, shareKey, file }: ShareViewProps) {
  const [language, setLanguage] = useState(first);
  function choose(next: Language) {
    setLanguage(next);
    document.documentElement.lang = next;
    keepCookie(languageCookie, next);
  }
  return (
    <NextIntlClientProvider locale={language} messages={messages[language]} timeZone={timeZone}>
      <LoginFrame config={config} footer={<LanguageChoice language={language} onChoose={choose} />}>
        {file === "over" ? (
          <Over />
        ) : (
          <Shared
            file={file}
            language={language}
            address={`${config.prefix}/api/downloads/${encodeURIComponent(shareKey)}`}
          />
        )}
      </LoginFrame>
    </NextIntlClientProvider>
  );
}

function Over() {
  const t = useTranslations("share.over");
  return (
    <>
      <h1 className="font-semibold text-lg leading-6">{t("title")}</h1>
      <p className="mt-2 text-muted">{t("description")}</p>
    </>
  );
}

function Shared({ file, language, address }: { file: SharedFile; language: Language; address: string }) {
  const t = useTranslations("share");
  const format = useFormatter();
  const { fileType, fileSize, validUntil, needsPassword } = file;
  const name = wholeNameOf(file);
  const until = format.dateTime(new Date(validUntil), { dateStyle: "long", timeStyle: "short" });
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
      {needsPassword ? (
        <PasswordForm address={address} language={language} name={name} />
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

type Fault = "required" | "wrongPassword" | "tooMany" | "unavailable" | "over";

/** Asks for the password, and for each right one a ticket for one download (AM-05). */
function PasswordForm({ address, language, name }: { address: string; language: Language; name: string }) {
  const t = useTranslations("share");
  const login = useTranslations("login");
  const [busy, setBusy] = useState(false);
  const [fault, setFault] = useState<Fault>();

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const password = String(new FormData(event.currentTarget).get("password") ?? "");
    if (password === "") return setFault("required");
    setBusy(true);
    const answer = await ticketFor(address, password, language);
    setBusy(false);
    setFault(answer.fault);
    if (!answer.ticket) return;
    const link = document.createElement("a");
    link.href = `${address}?ticket=${encodeURIComponent(answer.ticket)}`;
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
    </form>
  );
}

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
