import { Check, Copy } from "lucide-react";
import { useTranslations } from "next-intl";
import { useEffect, useRef, useState } from "react";
import { copyText } from "@/lib/client/clipboard";
import { Button } from "../ui/button";
import { CodeList } from "../ui/code-list";

interface RecoveryCodesProps {
  codes: readonly string[];
  /** Takes the focus back after a failed attempt. */
  hasFailed: boolean;
  onDone: () => void;
}

/** Shows the recovery codes, only once; the sign-in is completed after they are stored. */
export function RecoveryCodes({ codes, hasFailed, onDone }: RecoveryCodesProps) {
  const t = useTranslations("login.setUp");
  const [copied, setCopied] = useState<"copied" | "copyFailed">();
  const done = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (hasFailed) done.current?.focus();
  }, [hasFailed]);
  const copy = () =>
    copyText(codes.join("\n")).then(
      () => setCopied("copied"),
      () => setCopied("copyFailed"),
    );
  return (
    <>
      <p className="text-muted text-sm">{t("codesHint")}</p>
      <CodeList codes={codes} />
      <p role="status" className={copied === "copyFailed" ? "text-danger text-sm" : "sr-only"}>
        {copied && t(copied)}
      </p>
      <Button size="lg" autoFocus icon={copied === "copied" ? <Check /> : <Copy />} onClick={copy}>
        {t("copy")}
      </Button>
      <Button ref={done} variant="primary" size="lg" onClick={onDone}>
        {t("kept")}
      </Button>
    </>
  );
}
