"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { contract } from "@/lib/contract";
import {
  acceptInvitation,
  acceptWithPassword,
  type Invitation,
  joinWithAccount,
} from "@/lib/contract/invitations";
import { UserNameInput } from "../login/user-name-input";
import { Alert } from "../ui/alert";
import { Button } from "../ui/button";
import { Field } from "../ui/field";
import { Input } from "../ui/input";
import { NewPasswordInput } from "../ui/new-password-input";
import { PasswordInput } from "../ui/password-input";
import { type Redeemer, useRedeem } from "./use-redeem";

interface AcceptFormProps extends Redeemer {
  invitation: Extract<Invitation, { state: "open" }>;
  /** False in OIDC mode, which continues at the provider without a password. */
  withPassword: boolean;
  /** Opens the form for an existing account; omitted if there can be none. */
  onHasAccount?: () => void;
}

const person = ["firstName", "lastName", "userName"] as const;

/** Names and password of the invited person, who is then signed in (US-02). */
export function AcceptForm({ invitation, withPassword, onHasAccount, ...redeemer }: AcceptFormProps) {
  const t = useTranslations("invitation");
  const login = useTranslations("login");
  const { message, busy, form, field, control } = useRedeem({
    ...redeemer,
    endpoint: contract.invitations.accept,
    names: withPassword ? [...person, "password", "passwordRepeat"] : person,
    schema: withPassword ? acceptWithPassword : acceptInvitation,
  });
  const ownerNames = () => {
    const given = new FormData(form.ref.current ?? undefined);
    return [...person.map((name) => String(given.get(name) ?? "")), invitation.organisation];
  };
  const secretLabels = { show: login("showPassword"), hide: login("hidePassword") };

  return (
    <form {...form} aria-label={t("accept")}>
      <div>
        <h1 className="break-words font-semibold text-lg leading-6">
          {t("title", { organisation: invitation.organisation })}
        </h1>
        <p className="mt-1 break-words text-muted text-sm">
          {t(withPassword ? "invitedBy" : "invitedByProvider", { inviter: invitation.invitedBy })}
        </p>
      </div>
      {message && <Alert tone="danger">{message}</Alert>}
      <dl className="text-sm">
        <dt className="text-muted text-xs">{t("fields.email")}</dt>
        <dd className="break-words">{invitation.email}</dd>
      </dl>
      <div className="grid grid-cols-2 gap-3 max-[420px]:grid-cols-1">
        <Field {...field("firstName")}>
          <Input {...control("firstName")} autoComplete="given-name" autoFocus />
        </Field>
        <Field {...field("lastName")}>
          <Input {...control("lastName")} autoComplete="family-name" />
        </Field>
      </div>
      <Field {...field("userName")} help={t("help.userName")}>
        <UserNameInput {...control("userName")} defaultValue={invitation.suggestedUserName} />
      </Field>
      {withPassword && (
        <>
          <Field {...field("password")} help={t("help.password")}>
            <NewPasswordInput {...control("password")} names={ownerNames} labels={secretLabels} />
          </Field>
          <Field {...field("passwordRepeat")}>
            <PasswordInput {...control("passwordRepeat")} autoComplete="new-password" labels={secretLabels} />
          </Field>
        </>
      )}
      <Button type="submit" variant="primary" size="lg" loading={busy} className="mt-2 w-full">
        {busy ? t("accepting") : t("accept")}
      </Button>
      {onHasAccount && (
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1 border-t pt-3 text-sm">
          <p className="min-w-0 flex-1 basis-40 text-muted">{t("account.ask")}</p>
          <Button onClick={onHasAccount}>{t("account.use")}</Button>
        </div>
      )}
    </form>
  );
}

interface JoinFormProps extends Redeemer {
  invitation: Extract<Invitation, { state: "open" }>;
  onHasNone: () => void;
}

/** With multi-tenancy: accepts with an account of another tenant (US-02). */
export function JoinForm({ invitation, onHasNone, ...redeemer }: JoinFormProps) {
  const t = useTranslations("invitation");
  const login = useTranslations("login");
  const { message, busy, form, field, control } = useRedeem({
    ...redeemer,
    endpoint: contract.invitations.join,
    names: ["userName", "password", "code"],
    schema: joinWithAccount,
  });
  // Once the account turned out to have a second factor.
  const [isCodeWanted, setCodeWanted] = useState(false);
  if (field("code").error && !isCodeWanted) setCodeWanted(true);
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
        <UserNameInput {...control("userName")} autoFocus />
      </Field>
      <Field {...field("password")}>
        <PasswordInput
          {...control("password")}
          autoComplete="current-password"
          labels={{ show: login("showPassword"), hide: login("hidePassword") }}
        />
      </Field>
      {isCodeWanted && (
        <Field {...field("code")}>
          <Input {...control("code")} autoComplete="one-time-code" autoCapitalize="none" spellCheck={false} />
        </Field>
      )}
      <Button type="submit" variant="primary" size="lg" loading={busy} className="mt-2 w-full">
        {busy ? t("accepting") : t("account.join")}
      </Button>
      <Button onClick={onHasNone}>{t("account.back")}</Button>
    </form>
  );
}
