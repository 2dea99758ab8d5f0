"use client";
import { useTranslations } from "next-intl";
import { type FormEvent, useState } from "react";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { PasswordInput } from "@/components/ui/password-input";

interface PasswordFormProps {
  wasWrong: boolean;
  onPassword: (password: string) => void;
}

/** Prompts for the password of a document, which never leaves this window. */
export function PasswordForm({ wasWrong, onPassword }: PasswordFormProps) {
  const t = useTranslations("viewer.pdf.password");
  const common = useTranslations("common");
  const [password, setPassword] = useState("");
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onPassword(password);
  };
  return (
    <form
      onSubmit={submit}
      className="mx-auto flex h-full w-80 max-w-full flex-col justify-center gap-3 px-4"
    >
      <Field label={t("label")} help={t("help")} error={wasWrong ? t("wrong") : undefined}>
        <PasswordInput
          autoFocus
          autoComplete="off"
          labels={{ show: common("showPassword"), hide: common("hidePassword") }}
          value={password}
          onChange={({ target }) => setPassword(target.value)}
        />
      </Field>
      <Button type="submit" variant="primary">
        {t("open")}
      </Button>
    </form>
  );
}
