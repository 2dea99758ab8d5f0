"use client";
import { Check, Copy } from "lucide-react";
import { useTranslations } from "next-intl";
import { useEffect, useRef, useState } from "react";
import { reportError } from "@/components/shell/messages/report-error";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { copyText } from "@/lib/client/clipboard";

/** A key that was made just now: shown this once, with a warning, ready to be copied (HO-04). */
export function NewKey({ value, onDone }: { value: string; onDone: () => void }) {
  const t = useTranslations("api-keys");
  const [copied, setCopied] = useState(false);
  const copyButton = useRef<HTMLButtonElement>(null);
  useEffect(() => copyButton.current?.focus(), []);
  const copy = () =>
    copyText(value).then(
      () => setCopied(true),
      (error: unknown) => reportError(t("copyFailed"), error),
    );
  return (
    <div className="flex flex-col gap-3">
      <Alert tone="warning" title={t("shownOnce")}>
        {t("shownOnceHint")}
      </Alert>
      <div className="flex items-end gap-2">
        <Field label={t("newKey")} className="flex-1">
          <Input
            readOnly
            value={value}
            className="font-mono text-sm"
            onFocus={(event) => event.target.select()}
          />
        </Field>
        <Button ref={copyButton} variant="primary" icon={copied ? <Check /> : <Copy />} onClick={copy}>
          {copied ? t("copied") : t("copy")}
        </Button>
      </div>
      <p role="status" className="sr-only">
        {copied && t("copied")}
      </p>
      <div>
        <Button onClick={onDone}>{t("done")}</Button>
      </div>
    </div>
  );
}
