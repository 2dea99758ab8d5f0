"use client";
import { useTranslations } from "next-intl";
import {
  type FormEvent,
  lazy,
  type ReactNode,
  Suspense,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
} from "react";
import { flushSync } from "react-dom";
import {
  type GivenProof,
  type Outcome,
  requestSignIn,
  signInTimeout,
} from "@/lib/client/session/request-sign-in";
import { userNameInSwitch } from "@/lib/client/tenancy/tenant-switch";
import { Button } from "../ui/button";
import { Field } from "../ui/field";
import { PasswordInput } from "../ui/password-input";
import { type Message, MessageAlert } from "./message-alert";
import { SigningIn } from "./signing-in";
import { UserNameInput } from "./user-name-input";

interface LoginFormProps {
  prefix: string;
  language: string;
  /** Called once the session exists. */
  onSignedIn: () => void;
  /** Shown below the form, but not in a further step. */
  children?: ReactNode;
}

/** Loaded only for accounts that have a second factor, or need one. */
const SecondStep = lazy(() => import("./second-step"));
const SetUp = lazy(() => import("./set-up"));

/** Sign-in with user name and password (AU-02). */
export function LoginForm({ prefix, language, onSignedIn, children }: LoginFormProps) {
  const t = useTranslations("login");
  const { form, missing, setMissing, message, attempt, submit, step, run, end, leaveStep, choosePasskey } =
    useLogin(prefix, language, onSignedIn);

  if (step)
    return (
      <>
        <Suspense>
          {step.kind === "secondFactorNeeded" ? (
            <SecondStep
              form={form}
              factors={step.factors}
              message={message}
              isBusy={attempt !== undefined}
              onCode={(code) => run({ code })}
              onPasskey={choosePasskey}
              onBack={leaveStep}
            />
          ) : (
            <SetUp
              prefix={prefix}
              language={language}
              offered={step.factors}
              message={message}
              isBusy={attempt !== undefined}
              onDone={() => run({ isSetUp: true })}
              onMessage={end}
              onBack={leaveStep}
            />
          )}
        </Suspense>
        {attempt && <SigningIn onCancel={() => attempt.abort()} />}
      </>
    );
  return (
    <>
      <form
        ref={form}
        noValidate
        // Unused by the server: keeps the password out of the address if submitted before hydration.
        method="post"
        onSubmit={submit}
        inert={attempt !== undefined}
        className="flex flex-col gap-4"
      >
        <h1 className="mb-1 font-semibold text-lg leading-6">{t("headline")}</h1>
        <MessageAlert message={message} />
        <Field label={t("userName")} error={missing.userName && t("userNameRequired")}>
          <UserNameInput
            name="username"
            autoComplete="username webauthn"
            autoFocus
            className="h-9"
            onChange={() => missing.userName && setMissing({ ...missing, userName: false })}
          />
        </Field>
        <Field label={t("password")} error={missing.password && t("passwordRequired")}>
          <PasswordInput
            name="password"
            autoComplete="current-password"
            className="h-9"
            labels={{ show: t("showPassword"), hide: t("hidePassword") }}
            onChange={() => missing.password && setMissing({ ...missing, password: false })}
          />
        </Field>
        <Button type="submit" variant="primary" size="lg" className="mt-2 w-full">
          {t("submit")}
        </Button>
      </form>
      {children}
      {attempt && <SigningIn onCancel={() => attempt.abort()} />}
    </>
  );
}

type Step = Extract<Outcome, { factors: readonly string[] }>;

/** Submits the credentials, then opens the workspace or returns to the form. */
function useLogin(prefix: string, language: string, onSignedIn: () => void) {
  const form = useRef<HTMLFormElement>(null);
  const [missing, setMissing] = useState<{ userName?: boolean; password?: boolean }>({});
  const [message, setMessage] = useState<Message>();
  const [attempt, setAttempt] = useState<AbortController>();
  /** Second factors of the account, or those it can set up, after the right password. */
  const [step, setStep] = useState<Step>();

  // Prefills the user name when switching tenants.
  useEffect(() => {
    const name = userNameInSwitch(prefix);
    const field = form.current?.elements.namedItem("username");
    if (!name || !(field instanceof HTMLInputElement) || field.value !== "") return;
    field.value = name;
    focus(form.current, "password");
  }, [prefix]);

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (attempt) return;
    const given = new FormData(event.currentTarget);
    const userName = String(given.get("username") ?? "").trim();
    const password = String(given.get("password") ?? "");
    setMessage(undefined);
    setMissing({ userName: userName === "", password: password === "" });
    if (userName === "" || password === "")
      return focus(form.current, userName === "" ? "username" : "password");

    await run({ userName, password });
  }

  async function run(given: GivenProof) {
    setMessage(undefined);
    const controller = new AbortController();
    setAttempt(controller);
    try {
      const outcome = await requestSignIn({ prefix, language, ...given, signal: controller.signal });
      if (outcome.kind === "secondFactorNeeded" || outcome.kind === "secondFactorSetupNeeded") {
        setAttempt(undefined);
        return setStep(outcome);
      }
      if (outcome.kind !== "signedIn") return end(outcome);
      onSignedIn();
      awaitPage(controller.signal);
    } catch {
      end({ kind: "canceled" });
    }
  }

  /** Keeps the overlay until the next page loads, with the same timeout. */
  function awaitPage(canceled: AbortSignal) {
    const stop = (outcome: Message) => {
      clearTimeout(timer);
      window.stop();
      end(outcome);
    };
    const timer = setTimeout(() => stop({ kind: "noAnswer" }), signInTimeout);
    canceled.addEventListener("abort", () => stop({ kind: "canceled" }), { once: true });
  }

  /** Ends an attempt, and shows the reason if there is one. */
  function end(outcome?: Message) {
    // Synchronous: a form that is still inert cannot take the focus.
    flushSync(() => {
      setAttempt(undefined);
      setMessage(outcome);
      if (outcome?.kind === "signInStepOver") setStep(undefined);
    });
    focus(form.current, form.current?.elements.namedItem("code") ? "code" : "password");
  }

  const signInByPasskey = useEffectEvent((passkey: object) => void run({ passkey }));
  const isRefused = message?.kind === "wrongPasskey";
  // A passkey chosen in the field of the user name signs in without a password (AU-11).
  // biome-ignore lint/correctness/useExhaustiveDependencies: asks again after a refusal
  useEffect(() => {
    if (step) return;
    let isOver = false;
    const offer = async () => {
      if (!(await hasPasskeysInFields())) return;
      const { askForPasskey } = await import("./passkey");
      const passkey = isOver ? undefined : await askForPasskey(prefix, { isInField: true });
      if (passkey && !isOver) signInByPasskey(passkey);
    };
    void offer();
    return () => {
      isOver = true;
    };
  }, [prefix, step, isRefused]);

  async function choosePasskey() {
    const { askForPasskey } = await import("./passkey");
    const passkey = await askForPasskey(prefix);
    if (passkey) await run({ passkey });
  }

  function leaveStep() {
    setMessage(undefined);
    setStep(undefined);
  }

  return { form, missing, setMissing, message, attempt, submit, step, run, end, leaveStep, choosePasskey };
}

/** Whether the browser offers passkeys in its suggestions for a user name. */
const hasPasskeysInFields = async (): Promise<boolean> =>
  Boolean(await globalThis.PublicKeyCredential?.isConditionalMediationAvailable?.().catch(() => false));

/** Focuses a field and selects its content. */
function focus(form: HTMLFormElement | null, name: string) {
  const field = form?.elements.namedItem(name);
  if (!(field instanceof HTMLInputElement)) return;
  field.focus();
  field.select();
}
