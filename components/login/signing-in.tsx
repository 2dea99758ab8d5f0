import { useTranslations } from "next-intl";
import { useEffect, useRef } from "react";
import { Button } from "../ui/button";
import { Spinner } from "../ui/spinner";

/** Overlay during an attempt; Cancel and Escape abort it (AU-02). */
export function SigningIn({ onCancel }: { onCancel: () => void }) {
  const t = useTranslations("login");
  const cancel = useRef<HTMLButtonElement>(null);
  useEffect(() => cancel.current?.focus(), []);
  return (
    <div
      role="alertdialog"
      aria-modal="true"
      aria-labelledby="signing-in"
      className="absolute animate-fade inset-0 flex flex-col items-center justify-center gap-4 bg-surface/85 backdrop-blur-[2px]"
      onKeyDown={(event) => {
        if (event.key === "Escape") onCancel();
      }}
    >
      <Spinner className="size-6 text-primary" />
      <p id="signing-in" className="font-medium text-sm">
        {t("signingIn")}
      </p>
      <Button ref={cancel} onClick={onCancel}>
        {t("cancel")}
      </Button>
    </div>
  );
}
