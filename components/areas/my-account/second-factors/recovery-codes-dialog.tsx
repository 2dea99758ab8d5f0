"use client";
import { Check, Copy } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { reportError } from "@/components/errors/report-error";
import { Button } from "@/components/ui/button";
import { CodeList } from "@/components/ui/code-list";
import { Dialog } from "@/components/ui/dialog";
import { copyText } from "@/lib/client/clipboard";

/** Shows new recovery codes, only once (AU-11). */
export function RecoveryCodesDialog({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  const t = useTranslations("my-account.secondFactors");
  const [copied, setCopied] = useState(false);
  const copy = () =>
    copyText(codes.join("\n")).then(
      () => setCopied(true),
      (error: unknown) => reportError(t("copyFailed"), error),
    );
  return (
    <Dialog
      open
      // Escape or a click beside the dialog must not lose the codes.
      locked
      onOpenChange={(open) => !open && onClose()}
      title={t("codesTitle")}
      description={t("codesHint")}
      footer={
        <>
          <Button icon={copied ? <Check /> : <Copy />} onClick={copy}>
            {t("copy")}
          </Button>
          <Button variant="primary" onClick={onClose}>
            {t("kept")}
          </Button>
        </>
      }
    >
      <CodeList codes={codes} />
      <p role="status" className="sr-only">
        {copied && t("copied")}
      </p>
    </Dialog>
  );
}
