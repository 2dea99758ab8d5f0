"use client";
import { Check, Copy } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { reportError } from "@/components/errors/report-error";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { copyText } from "@/lib/client/clipboard";

interface CopyFieldProps {
  label: string;
  value: string;
  texts: { copy: string; copied: string; copyFailed: string };
}

/** Shows a newly created value with a focused copy button. */
export function CopyField({ label, value, texts }: CopyFieldProps) {
  const [copied, setCopied] = useState(false);
  const copyButton = useRef<HTMLButtonElement>(null);
  useEffect(() => copyButton.current?.focus(), []);
  const copy = () =>
    copyText(value).then(
      () => setCopied(true),
      (error: unknown) => reportError(texts.copyFailed, error),
    );
  return (
    <>
      <div className="flex items-end gap-2">
        <Field label={label} className="flex-1">
          <Input
            readOnly
            value={value}
            className="font-mono text-sm"
            onFocus={(event) => event.target.select()}
          />
        </Field>
        <Button ref={copyButton} variant="primary" icon={copied ? <Check /> : <Copy />} onClick={copy}>
          {copied ? texts.copied : texts.copy}
        </Button>
      </div>
      <p role="status" className="sr-only">
        {copied && texts.copied}
      </p>
    </>
  );
}
