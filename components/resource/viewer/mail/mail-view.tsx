"use client";
import { Paperclip } from "lucide-react";
import { useLocale, useTranslations } from "next-intl";
import { type ReactNode, useMemo } from "react";
import { prose } from "@/components/resource/values/prose";
import { sanitise } from "@/components/resource/values/sanitise";
import { buttonClass } from "@/components/ui/button";
import { useFormat } from "@/lib/client/format";
import { saveFile } from "@/lib/client/save-file";
import { formatSize } from "@/lib/format/size";
import { readWhole } from "../read-file";
import { ScrollArea } from "../scroll-area";
import { useLoaded } from "../use-loaded";
import { LoadedView } from "../view-states";
import type { ViewerFile } from "../viewer-file";
import { type MailAttachment, type MailMessage, readMessage } from "./message";

const largest = 60 * 1024 * 1024;

/** Outlook message: header, text and attachments. External content is not loaded. */
export default function MailView({ file }: { file: ViewerFile }) {
  const loaded = useLoaded(file.addresses.original, async (signal) => {
    const blob = await readWhole(file.addresses.original, largest, signal);
    return readMessage(new Uint8Array(await blob.arrayBuffer()));
  });
  return (
    <LoadedView file={file} loaded={loaded}>
      {(message) => (
        <ScrollArea label={file.name} className="bg-surface">
          <Message message={message} />
        </ScrollArea>
      )}
    </LoadedView>
  );
}

function Message({ message }: { message: MailMessage }) {
  const t = useTranslations("viewer.mail");
  const format = useFormat();
  const { subject, from, to, cc, sentOn, attachments } = message;
  return (
    <article className="mx-auto flex max-w-3xl flex-col gap-4 px-4 pt-6 pb-16 sm:px-16">
      <h3 className="break-words font-semibold text-lg">{subject || t("noSubject")}</h3>
      <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 text-sm">
        <HeadLine label={t("from")}>{from}</HeadLine>
        <HeadLine label={t("to")}>{to.join("; ")}</HeadLine>
        <HeadLine label={t("cc")}>{cc.join("; ")}</HeadLine>
        <HeadLine label={t("sent")}>{format.longDateTime(sentOn)}</HeadLine>
      </dl>
      {attachments.length > 0 && (
        <ul aria-label={t("attachments")} className="flex flex-wrap gap-2">
          {attachments.map((attachment, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: names may repeat
            <li key={index} className="max-w-full">
              <Attachment attachment={attachment} />
            </li>
          ))}
        </ul>
      )}
      <hr />
      <Body body={message.body} />
    </article>
  );
}

function HeadLine({ label, children }: { label: string; children: ReactNode }) {
  if (!children) return null;
  return (
    <>
      <dt className="text-muted">{label}</dt>
      <dd className="min-w-0 break-words">{children}</dd>
    </>
  );
}

function Body({ body }: Pick<MailMessage, "body">) {
  const t = useTranslations("viewer.mail");
  const html = useMemo(() => (body && "html" in body ? sanitise(body.html) : ""), [body]);
  if (!body) return <p className="text-muted">{t("noBody")}</p>;
  if ("text" in body) return <div className="whitespace-pre-wrap break-words">{body.text}</div>;
  // biome-ignore lint/security/noDangerouslySetInnerHtml: sanitised just before
  return <div className={prose} dangerouslySetInnerHTML={{ __html: html }} />;
}

function Attachment({ attachment: { name, size, content } }: { attachment: MailAttachment }) {
  const t = useTranslations("viewer.mail");
  const language = useLocale();
  const label = (
    <>
      <Paperclip aria-hidden="true" />
      <span className="min-w-0 truncate">{name}</span>
      {size > 0 && <span className="text-muted">{formatSize(size, language)}</span>}
    </>
  );
  const className = `${buttonClass({ size: "sm" })} max-w-full`;
  if (!content) return <span className={className}>{label}</span>;
  return (
    <button
      type="button"
      title={t("save", { name })}
      className={className}
      onClick={() => save(name, content())}
    >
      {label}
    </button>
  );
}

/** Downloads bytes without a media type, so that nothing opens them here. */
function save(name: string, bytes: Uint8Array<ArrayBuffer>): void {
  saveFile(new Blob([bytes], { type: "application/octet-stream" }), name);
}
