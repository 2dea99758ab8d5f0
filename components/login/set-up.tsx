"use client";
import { useTranslations } from "next-intl";
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from "react";
import { hasPasskeys as browserHasPasskeys } from "@/lib/client/session/passkeys";
import { requestSetUp, SetUpRefusal } from "@/lib/client/session/request-set-up";
import { Alert } from "../ui/alert";
import { Button } from "../ui/button";
import { GroupedKey } from "../ui/code-list";
import { Field } from "../ui/field";
import { Input } from "../ui/input";
import { QrCode } from "../ui/qr-code";
import { type Message, MessageAlert } from "./message-alert";
import { createPasskey } from "./new-passkey";
import { RecoveryCodes } from "./recovery-codes";

interface SetUpProps {
  prefix: string;
  language: string;
  /** Second factors that can be set up: `totp`, `passkey`. */
  offered: readonly string[];
  /** Why the last attempt failed. */
  message?: Message;
  isBusy: boolean;
  /** Completes the sign-in, once the recovery codes are stored. */
  onDone: () => void;
  /** Replaces or removes the message. */
  onMessage: (message?: Message) => void;
  onBack: () => void;
}

type Stage =
  | { kind: "choice" }
  | { kind: "app"; secret: string; address: string }
  | { kind: "codes"; codes: readonly string[] };

/** Labels of two lines, on narrow screens. */
const wrapping = "h-auto min-h-10 whitespace-normal py-2";

/** Sets up a second factor that the organisation requires, before the sign-in is complete (AU-11). */
export default function SetUp({ prefix, language, offered, onMessage, ...props }: SetUpProps) {
  const t = useTranslations("login.setUp");
  const [stage, setStage] = useState<Stage>({ kind: "choice" });
  const [fault, setFault] = useState<string>();
  const [isWaiting, setWaiting] = useState(false);
  const hasApp = offered.includes("totp");
  const hasPasskeys = offered.includes("passkey") && browserHasPasskeys();

  function clear() {
    setFault(undefined);
    onMessage();
  }

  /** Runs one call, and shows why it was refused. */
  async function attempt(call: () => Promise<Stage>) {
    if (isWaiting) return;
    clear();
    setWaiting(true);
    try {
      setStage(await call());
    } catch (error) {
      if (!(error instanceof SetUpRefusal)) setFault(t("passkeyFailed"));
      else if (error.refusal.kind === "wrongSecondFactor") setFault(t("wrongCode"));
      else onMessage(error.refusal);
    }
    setWaiting(false);
  }

  const call = (body: object) => requestSetUp({ prefix, language }, body);
  const makeApp = () => attempt(async () => ({ kind: "app", ...(await call({ ask: "makeFirstTotp" })) }));
  const confirmApp = (code: string) =>
    attempt(async () => ({ kind: "codes", codes: (await call({ code })).recoveryCodes }));
  const addPasskey = () =>
    attempt(async () => {
      const response = await createPasskey(await call({ ask: "makeFirstPasskey" }));
      return { kind: "codes", codes: (await call({ name: t("passkeyName"), response })).recoveryCodes };
    });

  function chooseAgain() {
    clear();
    setStage({ kind: "choice" });
  }

  if (stage.kind === "codes")
    return (
      <Frame title={t("codesTitle")} isBusy={props.isBusy} message={props.message}>
        <RecoveryCodes codes={stage.codes} hasFailed={props.message !== undefined} onDone={props.onDone} />
      </Frame>
    );
  if (stage.kind === "app")
    return (
      <App
        {...props}
        {...stage}
        isWaiting={isWaiting}
        fault={fault}
        onCode={confirmApp}
        onOther={hasPasskeys ? chooseAgain : undefined}
      />
    );
  return (
    <Frame title={t("title")} isBusy={props.isBusy} message={props.message}>
      <p className="text-muted text-sm">{t("why")}</p>
      {fault && <Alert tone="danger">{fault}</Alert>}
      {!hasApp && !hasPasskeys && <Alert tone="warning">{t("noPasskeys")}</Alert>}
      {hasApp && (
        <Button
          variant="primary"
          size="lg"
          className={wrapping}
          autoFocus
          loading={isWaiting}
          onClick={makeApp}
        >
          {t("useApp")}
        </Button>
      )}
      {hasPasskeys && (
        <Button
          variant={hasApp ? "secondary" : "primary"}
          size="lg"
          className={wrapping}
          autoFocus={!hasApp}
          loading={isWaiting}
          onClick={addPasskey}
        >
          {t("usePasskey")}
        </Button>
      )}
      <BackToSignIn onBack={props.onBack} isFirst={!hasApp && !hasPasskeys} />
    </Frame>
  );
}

interface FrameProps {
  title: string;
  isBusy: boolean;
  message?: Message;
  children: ReactNode;
}

function Frame({ title, isBusy, message, children }: FrameProps) {
  return (
    <div inert={isBusy} className="flex flex-col gap-4">
      <h1 className="mb-1 font-semibold text-lg leading-6">{title}</h1>
      <MessageAlert message={message} />
      {children}
    </div>
  );
}

interface BackToSignInProps {
  onBack: () => void;
  /** Takes the focus as the only control. */
  isFirst?: boolean;
  children?: ReactNode;
}

function BackToSignIn({ onBack, isFirst = false, children }: BackToSignInProps) {
  const t = useTranslations("login.secondStep");
  return (
    <div className="flex flex-wrap justify-between gap-2">
      {children}
      <Button variant="ghost" size="sm" autoFocus={isFirst} onClick={onBack}>
        {t("back")}
      </Button>
    </div>
  );
}

interface AppProps extends Pick<SetUpProps, "message" | "isBusy" | "onBack"> {
  secret: string;
  /** Content of the QR code. */
  address: string;
  fault?: string;
  /** Whether a response is pending. */
  isWaiting: boolean;
  onCode: (code: string) => void;
  /** Undefined without another second factor. */
  onOther?: () => void;
}

/** Shows the secret of an authenticator app, and asks for its first code. */
function App({ secret, address, fault, message, isBusy, isWaiting, onCode, onOther, onBack }: AppProps) {
  const t = useTranslations("login.setUp");
  const step = useTranslations("login.secondStep");
  const [missing, setMissing] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (!fault || isWaiting) return;
    field.current?.focus();
    field.current?.select();
  }, [fault, isWaiting]);

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const code = String(new FormData(event.currentTarget).get("code") ?? "").trim();
    setMissing(code === "");
    if (code !== "") onCode(code);
  }

  return (
    <Frame title={t("title")} isBusy={isBusy} message={message}>
      <form noValidate method="post" onSubmit={submit} className="flex flex-col gap-4">
        <p className="text-muted text-sm">{t("scan")}</p>
        <QrCode text={address} label={t("image")} />
        <div className="text-sm">
          <p className="text-muted">{t("byHand")}</p>
          <GroupedKey text={secret} />
        </div>
        <Field label={step("code")} error={missing ? step("codeRequired") : fault}>
          <Input
            ref={field}
            name="code"
            autoComplete="one-time-code"
            inputMode="numeric"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={50}
            autoFocus
            className="h-9"
            onChange={() => setMissing(false)}
          />
        </Field>
        <Button type="submit" variant="primary" size="lg" loading={isWaiting}>
          {t("confirm")}
        </Button>
      </form>
      <BackToSignIn onBack={onBack}>
        {onOther && (
          <Button variant="ghost" size="sm" onClick={onOther}>
            {t("otherWay")}
          </Button>
        )}
      </BackToSignIn>
    </Frame>
  );
}
