"use client";
import { useTranslations } from "next-intl";
import { type FormEvent, type RefObject, useState } from "react";
import { hasPasskeys } from "@/lib/client/session/passkeys";
import { Button } from "../ui/button";
import { Field } from "../ui/field";
import { Input } from "../ui/input";
import { type Message, MessageAlert } from "./message-alert";

interface SecondStepProps {
  form: RefObject<HTMLFormElement | null>;
  /** Second factors of the account: `totp`, `recovery`, `passkey`. */
  factors: readonly string[];
  message?: Message;
  isBusy: boolean;
  onCode: (code: string) => void;
  onPasskey: () => void;
  onBack: () => void;
}

/** Second step of a sign-in: a code of the authenticator app, a recovery code, or a passkey (AU-11). */
export default function SecondStep({
  form,
  factors,
  message,
  isBusy,
  onCode,
  onPasskey,
  onBack,
}: SecondStepProps) {
  const t = useTranslations("login.secondStep");
  const passkey = useTranslations("login.passkey");
  const [byRecovery, setByRecovery] = useState(!factors.includes("totp"));
  const [missing, setMissing] = useState(false);

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (isBusy) return;
    const code = String(new FormData(event.currentTarget).get("code") ?? "").trim();
    setMissing(code === "");
    if (code !== "") onCode(code);
  }

  return (
    <form
      ref={form}
      noValidate
      method="post"
      onSubmit={submit}
      inert={isBusy}
      className="flex flex-col gap-4"
    >
      <h1 className="mb-1 font-semibold text-lg leading-6">{t("title")}</h1>
      <MessageAlert message={message} />
      <p className="text-muted text-sm">{t(byRecovery ? "recoveryHint" : "appHint")}</p>
      <Field
        key={String(byRecovery)}
        label={t(byRecovery ? "recoveryCode" : "code")}
        error={missing && t("codeRequired")}
      >
        <Input
          name="code"
          autoComplete={byRecovery ? "off" : "one-time-code"}
          inputMode={byRecovery ? "text" : "numeric"}
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          maxLength={100}
          autoFocus
          className="h-9"
          onChange={() => setMissing(false)}
        />
      </Field>
      <Button type="submit" variant="primary" size="lg" className="mt-2 w-full">
        {t("submit")}
      </Button>
      <div className="flex flex-wrap justify-between gap-2">
        {factors.includes("totp") && factors.includes("recovery") && (
          <Button variant="ghost" size="sm" onClick={() => setByRecovery(!byRecovery)}>
            {t(byRecovery ? "useApp" : "useRecovery")}
          </Button>
        )}
        {factors.includes("passkey") && hasPasskeys() && (
          <Button variant="ghost" size="sm" onClick={onPasskey}>
            {passkey("use")}
          </Button>
        )}
        <Button variant="ghost" size="sm" onClick={onBack}>
          {t("back")}
        </Button>
      </div>
    </form>
  );
}
