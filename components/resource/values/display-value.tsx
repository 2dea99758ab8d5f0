"use client";
import { File, Paperclip } from "lucide-react";
import { useLocale, useTranslations } from "next-intl";
import { type ReactNode, useEffect, useState } from "react";
import { Badge } from "@/components/ui/badge";
import { Skeleton } from "@/components/ui/skeleton";
import { useFormat } from "@/lib/client/format";
import { ViewLink } from "@/lib/client/tabs";
import { formatSize } from "@/lib/format/size";
import {
  attributeDisplayTypes,
  type DisplayType,
  guessType,
  isAttachmentValue,
  isAttributeValue,
  isFileValue,
  isNothing,
} from "./display-type";
import { prose } from "./prose";

interface DisplayValueProps {
  type: DisplayType;
  value: unknown;
}

/** Formats a stored value for display (FM-05). A value that does not match its type is shown by its actual type. */
export function DisplayValue({ type, value }: DisplayValueProps): ReactNode {
  const show = useShow();
  if (type === "none") return null;
  if (isNothing(value)) return <NothingEntered />;
  if (Array.isArray(value))
    return (
      <ul>
        {value.map((entry, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: entries may repeat, and are replaced together
          <li key={index}>
            <DisplayValue type={type} value={entry} />
          </li>
        ))}
      </ul>
    );
  return show(type === "any" ? guessType(value) : type, value);
}

function useShow() {
  const t = useTranslations("fields.display");
  const common = useTranslations("common");
  const format = useFormat();
  const language = useLocale();

  return (type: Exclude<DisplayType, "any" | "none">, value: unknown): ReactNode => {
    const text = plainText(value, format.number);
    switch (type) {
      // A day has no time zone, an instant is shown in the user's.
      case "date":
        return format.date(text) || text;
      case "time":
        return format.time(text) || text;
      case "dateTime":
        return format.dateTime(text) || text;
      case "boolean":
        return common(value === true || value === "true" ? "yes" : "no");
      case "textarea":
        return <span className="whitespace-pre-wrap break-words">{text}</span>;
      case "html":
        return <HtmlValue html={text} />;
      case "archived":
        return <Badge tone="warning">{t("archived", { when: format.date(text) || text })}</Badge>;
      case "attribute":
        return isAttributeValue(value) ? (
          <DisplayValue type={attributeDisplayTypes[value.attributeType]} value={value.value} />
        ) : (
          text
        );
      case "file":
        return isFileValue(value) ? (
          <WithIcon icon={<File />}>
            {value.name}
            {value.size !== undefined && (
              <span className="ml-2 text-muted text-xs">{formatSize(value.size, language)}</span>
            )}
          </WithIcon>
        ) : (
          text
        );
      case "attachment":
        return isAttachmentValue(value) ? (
          <WithIcon icon={<Paperclip />}>
            <ViewLink
              to={`/attachments/${encodeURIComponent(value.attachmentId)}`}
              className="text-primary hover:underline"
            >
              {value.fileName}
            </ViewLink>
          </WithIcon>
        ) : (
          text
        );
      default:
        return typeof value === "object" ? <code className="break-all text-xs">{text}</code> : text;
    }
  };
}

function plainText(value: unknown, number: (value: number) => string): string {
  if (typeof value === "number") return number(value);
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}

function WithIcon({ icon, children }: { icon: ReactNode; children: ReactNode }) {
  return (
    <span className="inline-flex max-w-full items-center gap-1.5">
      <span aria-hidden="true" className="shrink-0 text-muted [&_svg]:size-4">
        {icon}
      </span>
      <span className="min-w-0 break-words">{children}</span>
    </span>
  );
}

/** A dash with text for screen readers. */
export function NothingEntered() {
  const t = useTranslations("resource.form");
  const common = useTranslations("common");
  return (
    <span className="text-muted">
      <span aria-hidden="true">{common("notAvailable")}</span>
      <span className="sr-only">{t("empty")}</span>
    </span>
  );
}

/** Rich text for reading. The sanitiser is loaded on demand; nothing is shown before it has run. */
function HtmlValue({ html }: { html: string }) {
  const [shown, setShown] = useState<{ html: string; safe: string }>();
  useEffect(() => {
    let current = true;
    import("./sanitise").then(({ sanitise }) => {
      if (current) setShown({ html, safe: sanitise(html) });
    });
    return () => {
      current = false;
    };
  }, [html]);
  if (shown?.html !== html) return <Skeleton className="w-48" />;
  return (
    <div
      className={prose}
      // biome-ignore lint/security/noDangerouslySetInnerHtml: sanitised above
      dangerouslySetInnerHTML={{ __html: shown.safe }}
    />
  );
}
