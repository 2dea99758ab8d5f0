"use client";

import { useTranslations } from "next-intl";
import { contract } from "@/lib/contract";
import { type Invitation, joinWithAccount } from "@/lib/contract/invitations";
import { Alert } from "../ui/alert";
import { Button } from "../ui/button";
import { Field } from "../ui/field";
import { Input } from "../ui/input";
import { PasswordInput } from "../ui/password-input";
import { type Redeemer, useRedeem } from "./use-redeem";

interface JoinFormProps extends Redeemer {
  invitation: Extract<Invitation, { state: "open" }>;
  onHasNone: () => void;
}

/** Where there are several tenants: the invited person comes in with an account of another one (US-02). */
export function JoinForm({ invitation, onHasNone, ...redeemer }: JoinFormProps) {
  const t = useTranslations("invitation");
  const login = useTranslations("login");
  const { message, busy, form, field, control } = useRedeem({
    ...redeemer,
    endpoint: contract.invitations.join,
    names: ["userName", "password"],
    schema: joinWithAccount,
  });
  return (
    <form {...form} aria-label={t("account.join")}>
      <div>
        <h1 className="break-words font-semibold text-lg leading-6">
          {t("account.title", { organisation: invitation.organisation })}
        </h1>
        <p className="mt-1 break-words text-muted text-sm">
          {t("account.description", { inviter: invitation.invitedBy })}
        </p>
      </div>
      {message && <Alert tone="danger">{message}</Alert>}
      <Field {...field("userName")}>
        <Input
          {...control("userName")}
          autoComplete="username"
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          autoFocus
        />
      </Field>
      <Field {...field("password")}>
        <PasswordInput
          {...control("password")}
          autoComplete="current-password"
          labels={{ show: login("showPassword"), hide: login("hidePassword") }}
        />
      </Field>
      <Button type="submit" variant="primary" size="lg" loading={busy} className="mt-2 w-full">
        {busy ? t("accepting") : t("account.join")}
      </Button>
      <Button onClick={onHasNone}>{t("account.back")}</Button>
    </form>
  );
}
