"use client";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { contract } from "@/lib/contract";
import { type PasswordReset, passwordResetRequest, type SignInLink } from "@/lib/contract/password-resets";
import { setPassword } from "@/lib/contract/passwords";
import type { PageMessages } from "@/lib/i18n/page-messages";
import type { PublicConfig } from "@/lib/installation/public-config";
import type { Language } from "@/lib/preferences/preferences";
import { LanguageFrame } from "../login/language-frame";
import { usePublicForm } from "../login/use-public-form";
import { UserNameInput } from "../login/user-name-input";
import { Alert } from "../ui/alert";
import { Button, buttonClass } from "../ui/button";
import { Checkbox } from "../ui/checkbox";
import { Field } from "../ui/field";
import { NewPasswordInput } from "../ui/new-password-input";
import { PasswordInput } from "../ui/password-input";
import { ClosedLink } from "./closed-link";
import { StrangerForm } from "./stranger-form";

interface PasswordResetViewProps {
  config: PublicConfig;
  language: Language;
  messages: PageMessages<"password-reset" | "login" | "validation">;
  token?: string;
  /** `request`: the page without a link. */
  reset: PasswordReset | { state: "unknown" | "request" };
  /** Set for a link in an e-mail about a sign-in. */
  signIn?: SignInLink;
}

/** Pages of a forgotten password (AU-13). */
export function PasswordResetView({ language, messages, config, ...view }: PasswordResetViewProps) {
  return (
    <LanguageFrame config={config} language={language} messages={messages}>
      {(chosen) => <Content {...view} config={config} language={chosen} />}
    </LanguageFrame>
  );
}

function Content({ config, language, token = "", reset, signIn }: Omit<PasswordResetViewProps, "messages">) {
  const { prefix } = config;
  if (signIn?.state === "open")
    return <StrangerForm prefix={prefix} language={language} token={token} signIn={signIn} />;
  if (signIn) return <ClosedLink prefix={prefix} state={signIn.state} isSignIn />;
  if (reset.state === "request") return <RequestForm prefix={prefix} language={language} />;
  if (reset.state === "open")
    return <NewPasswordForm prefix={prefix} language={language} token={token} account={reset} />;
  return <ClosedLink prefix={prefix} state={reset.state} />;
}

interface Place {
  prefix: string;
  language: string;
}

function RequestForm({ prefix, language }: Place) {
  const t = useTranslations("password-reset");
  const [isSent, setIsSent] = useState(false);
  const { message, busy, form, field, control } = usePublicForm({
    prefix,
    language,
    endpoint: contract["password-resets"].request,
    namespace: "password-reset",
    names: ["userName"],
    schema: passwordResetRequest,
    onAccepted: () => setIsSent(true),
  });
  if (isSent) return <Result title={t("sent.title")} text={t("sent.description")} prefix={prefix} />;
  return (
    <form {...form} aria-label={t("title")}>
      <div>
        <h1 className="font-semibold text-lg leading-6">{t("title")}</h1>
        <p className="mt-1 text-muted text-sm">{t("description")}</p>
      </div>
      {message && <Alert tone="danger">{message}</Alert>}
      <Field {...field("userName")}>
        <UserNameInput {...control("userName")} autoFocus />
      </Field>
      <Button type="submit" variant="primary" size="lg" loading={busy} className="mt-2 w-full">
        {t("request")}
      </Button>
      <a href={`${prefix}/login`} className="self-center text-primary text-sm underline">
        {t("back")}
      </a>
    </form>
  );
}

interface NewPasswordFormProps extends Place {
  token: string;
  account: Extract<PasswordReset, { state: "open" }>;
}

function NewPasswordForm({ prefix, language, token, account }: NewPasswordFormProps) {
  const t = useTranslations("password-reset");
  const login = useTranslations("login");
  const [isSet, setIsSet] = useState(false);
  const [endApiKeys, setEndApiKeys] = useState(true);
  const { message, busy, form, field, control } = usePublicForm({
    prefix,
    language,
    endpoint: contract["password-resets"].reset,
    params: { token },
    namespace: "password-reset",
    names: ["password", "passwordRepeat"],
    schema: setPassword.transform((values) => ({ ...values, endApiKeys })),
    onAccepted: () => setIsSet(true),
  });
  if (isSet) return <Result title={t("done.title")} text={t("done.description")} prefix={prefix} />;
  const labels = { show: login("showPassword"), hide: login("hidePassword") };
  return (
    <form {...form} aria-label={t("newTitle")}>
      <div>
        <h1 className="font-semibold text-lg leading-6">{t("newTitle")}</h1>
        <p className="mt-1 break-words text-muted text-sm">
          {t("newDescription", { userName: account.userName })}
        </p>
      </div>
      {message && <Alert tone="danger">{message}</Alert>}
      {/* Lets password managers update the account's entry. */}
      <input type="text" autoComplete="username" value={account.userName} readOnly hidden />
      <Field {...field("password")} help={t("help")}>
        <NewPasswordInput
          {...control("password")}
          names={() => [account.userName]}
          labels={labels}
          autoFocus
        />
      </Field>
      <Field {...field("passwordRepeat")}>
        <PasswordInput {...control("passwordRepeat")} autoComplete="new-password" labels={labels} />
      </Field>
      {account.hasApiKeys && (
        <div className="flex flex-col gap-1">
          <Checkbox
            label={t("endApiKeys")}
            checked={endApiKeys}
            onChange={({ target }) => setEndApiKeys(target.checked)}
          />
          <p className="pl-6 text-muted text-xs">{t("endApiKeysHelp")}</p>
        </div>
      )}
      <Button type="submit" variant="primary" size="lg" loading={busy} className="mt-2 w-full">
        {t("set")}
      </Button>
    </form>
  );
}

/** Stable, so that a change of the language does not move the focus. */
const focusHeading = (heading: HTMLElement | null) => heading?.focus();

/** Result of a form, announced and focused, with a link to the sign-in page. */
function Result({ title, text, prefix }: { title: string; text: string; prefix: string }) {
  const t = useTranslations("password-reset");
  return (
    <div role="status" className="flex flex-col items-start gap-3">
      <h1 ref={focusHeading} tabIndex={-1} className="font-semibold text-lg leading-6">
        {title}
      </h1>
      <p className="text-muted">{text}</p>
      <a href={`${prefix}/login`} className={buttonClass({ variant: "primary" })}>
        {t("signIn")}
      </a>
    </div>
  );
}
