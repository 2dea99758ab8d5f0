"use client";

import { useLocale, useTranslations } from "next-intl";
import { type FormEvent, useId, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { PasswordInput } from "@/components/ui/password-input";
import { usePublicConfig } from "@/lib/client/public-config";
import { hasPasskeys } from "@/lib/client/session/passkeys";
import {
  type GivenProof,
  type Outcome,
  type Refusal,
  requestSignIn,
  signInTimeout,
} from "@/lib/client/session/request-sign-in";
import { usePrefix } from "@/lib/client/tabs/prefix";
import { signInAgain } from "../../errors/sign-in-again";
import { allowUnload } from "../tabs/unload-guard";
import { visibleWhileConcealed } from "./concealed";
import { openSignInHere } from "./open-sign-in";
import { SignInAgainElsewhere } from "./sign-in-again-elsewhere";

/** Lies over the unchanged workspace; the sign-in form depends on the mode. */
export default function SignInAgainDialog(props: SignInAgainDialogProps) {
  const { authMode } = usePublicConfig();
  return authMode === "basic" ? <SignInAgainWithPassword {...props} /> : <SignInAgainElsewhere {...props} />;
}

/** Shown to users who dismissed the dialog: opens it again. */
export function DeclinedNotice() {
  const t = useTranslations("shell.signInAgain");
  return (
    <Alert
      tone="warning"
      title={t("declinedTitle")}
      className="rounded-none border-x-0 border-t-0"
      action={
        <Button size="sm" onClick={() => signInAgain.ask()}>
          {t("title")}
        </Button>
      }
    >
      <p className="text-muted">{t("declined")}</p>
    </Alert>
  );
}

interface SignInAgainDialogProps {
  /** Name of the workspace's user; only they can sign in here. */
  userName: string;
  /** Resolves once the workspace has refreshed its session. */
  onSignedIn: () => Promise<void>;
  focusAfterwards: () => HTMLElement | null;
}

type Message = Refusal | Extract<Outcome, { kind: "secondFactorSetupNeeded" }>;

/** Basic mode: the user is known and enters only the password. */
function SignInAgainWithPassword({ userName, onSignedIn, focusAfterwards }: SignInAgainDialogProps) {
  const t = useTranslations("shell.signInAgain");
  const common = useTranslations("common");
  const prefix = usePrefix();
  const formId = useId();
  const { field, missing, setMissing, message, attempt, submit, factors, choosePasskey } = usePasswordAttempt(
    userName,
    onSignedIn,
  );
  const decline = () => {
    attempt?.abort();
    // Keeps the workspace readable.
    signInAgain.settle(false);
  };

  /** Opens the sign-in page, which accepts any user. */
  const leave = () => {
    allowUnload();
    location.assign(`${prefix}/login`);
  };

  return (
    <Dialog
      open
      onOpenChange={decline}
      focusAfterwards={focusAfterwards}
      size="sm"
      className={visibleWhileConcealed}
      title={t("title")}
      description={t("description")}
      footer={
        <>
          <Button onClick={decline}>{t("later")}</Button>
          <Button type="submit" form={formId} variant="primary" loading={attempt !== undefined}>
            {t("submit")}
          </Button>
        </>
      }
    >
      <form id={formId} noValidate method="post" onSubmit={submit} className="flex flex-col gap-4 pb-1">
        {message && (
          <Alert
            tone={message.kind === "secondFactorSetupNeeded" ? "warning" : "danger"}
            action={
              message.kind === "secondFactorSetupNeeded" && (
                <Button size="sm" onClick={() => openSignInHere(`${prefix}/login`)}>
                  {t("toSignIn")}
                </Button>
              )
            }
          >
            <MessageText message={message} />
          </Alert>
        )}
        <Field label={t("userName")}>
          {/* A form field, so that password managers find the account. */}
          <Input name="username" autoComplete="username" value={userName} readOnly className="text-muted" />
        </Field>
        {factors ? (
          <>
            <Field label={t("code")} error={missing && t("codeRequired")}>
              <Input
                ref={field}
                name="code"
                autoComplete="one-time-code"
                onChange={() => setMissing(false)}
              />
            </Field>
            {factors.includes("passkey") && hasPasskeys() && (
              <Button className="self-start" onClick={choosePasskey}>
                {t("usePasskey")}
              </Button>
            )}
          </>
        ) : (
          <Field label={t("password")} error={missing && t("passwordRequired")}>
            <PasswordInput
              ref={field}
              name="password"
              data-autofocus
              autoComplete="current-password"
              labels={{ show: common("showPassword"), hide: common("hidePassword") }}
              onChange={() => setMissing(false)}
            />
          </Field>
        )}
        <p className="text-muted text-xs">
          {t("someoneElse", { name: userName })}{" "}
          <button
            type="button"
            className="rounded font-medium text-primary underline-offset-2 hover:underline"
            onClick={leave}
          >
            {t("leave")}
          </button>
        </p>
      </form>
    </Dialog>
  );
}

/** Signs the user in with the entered password, and a code or passkey in a second step (AU-11). */
function usePasswordAttempt(userName: string, onSignedIn: () => Promise<void>) {
  const language = useLocale();
  const prefix = usePrefix();
  const field = useRef<HTMLInputElement>(null);
  /** Second factors of the account, after the right password. */
  const [factors, setFactors] = useState<readonly string[]>();
  const [missing, setMissing] = useState(false);
  const [message, setMessage] = useState<Message>();
  const [attempt, setAttempt] = useState<AbortController>();

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    // React events bubble to the parent in the tree, which may be a form.
    event.stopPropagation();
    const given = field.current?.value ?? "";
    setMessage(undefined);
    setMissing(given === "");
    if (attempt || given === "") return field.current?.focus();
    await run(factors ? { code: given } : { userName, password: given });
  };

  const choosePasskey = async () => {
    if (attempt) return;
    const { askForPasskey } = await import("@/components/login/passkey");
    const passkey = await askForPasskey(prefix);
    if (passkey) await run({ passkey });
  };

  const run = async (proof: GivenProof) => {
    setMessage(undefined);
    const controller = new AbortController();
    setAttempt(controller);
    try {
      const { signal } = controller;
      const outcome = await requestSignIn({ prefix, language, ...proof, signal });
      if (outcome.kind === "signedIn") await onSignedIn();
      else {
        // Synchronous: the field of the other step must exist to take the focus.
        flushSync(() => {
          if (outcome.kind === "secondFactorNeeded") setFactors(outcome.factors);
          else setMessage(outcome);
          if (outcome.kind === "signInStepOver") setFactors(undefined);
        });
        field.current?.focus();
      }
    } catch {
      // The user aborted by leaving.
    }
    setAttempt(undefined);
    field.current?.select();
  };

  return { field, missing, setMissing, message, attempt, submit, factors, choosePasskey };
}

function MessageText({ message }: { message: Message }) {
  const t = useTranslations("shell.signInAgain");
  switch (message.kind) {
    case "tooManyAttempts":
      return t("tooManyAttempts", { minutes: message.minutes });
    case "noAnswer":
      return t("noAnswer", { seconds: signInTimeout / 1000 });
    case "failed":
      return message.message || t("failed");
    default:
      return t(message.kind);
  }
}
