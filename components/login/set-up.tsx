"use client";
import { Check, Copy } from "lucide-react";
import { useTranslations } from "next-intl";
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from "react";
import { copyText } from "@/lib/client/clipboard";
import { requestSetUp, SetUpRefusal } from "@/lib/client/session/request-set-up";
import { Alert } from "../ui/alert";
import { Button } from "../ui/button";
import { CodeList, GroupedKey } from "../ui/code-list";
import { Field } from "../ui/field";
import { Input } from "../ui/input";
import { QrCode } from "../ui/qr-code";
import { type Message, MessageAlert } from "./message-alert";
import { createPasskey } from "./new-passkey";

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
  onRefused: (message: Message) => void;
  onBack: () => void;
}

type Stage =
  | { kind: "choice" }
  | { kind: "app"; secret: string; address: string }
  | { kind: "codes"; codes: readonly string[] };

/** Sets up a second factor that the organisation requires, before the sign-in is complete (AU-11). */
export default function SetUp({ prefix, language, offered, onRefused, ...props }: SetUpProps) {
  const t = useTranslations("login.setUp");
  const [stage, setStage] = useState<Stage>({ kind: "choice" });
  const [fault, setFault] = useState<string>();
  const [isWaiting, setWaiting] = useState(false);
  const hasPasskeys = offered.includes("passkey") && typeof PublicKeyCredential !== "undefined";

  /** Runs one call, and shows why it was refused. */
  async function attempt(call: () => Promise<Stage>) {
    if (isWaiting) return;
    setFault(undefined);
    setWaiting(true);
    try {
      setStage(await call());
    } catch (error) {
      if (!(error instanceof SetUpRefusal)) setFault(t("passkeyFailed"));
      else if (error.isWrongCode) setFault(t("wrongCode"));
      else onRefused(error.refusal);
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

  if (stage.kind === "codes") return <Codes {...props} codes={stage.codes} />;
  if (stage.kind === "app")
    return (
      <App
        {...props}
        {...stage}
        isWaiting={isWaiting}
        fault={fault}
        onCode={confirmApp}
        onOther={hasPasskeys ? () => setStage({ kind: "choice" }) : undefined}
      />
    );
  return (
    <Frame title={t("title")} isBusy={props.isBusy} message={props.message}>
      <p className="text-muted text-sm">{t("why")}</p>
      {fault && <Alert tone="danger">{fault}</Alert>}
      {offered.includes("totp") && (
        <Button variant="primary" size="lg" autoFocus loading={isWaiting} onClick={makeApp}>
          {t("useApp")}
        </Button>
      )}
      {hasPasskeys && (
        <Button size="lg" loading={isWaiting} onClick={addPasskey}>
          {t("usePasskey")}
        </Button>
      )}
      <BackToSignIn onBack={props.onBack} />
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

function BackToSignIn({ onBack, children }: { onBack: () => void; children?: ReactNode }) {
  const t = useTranslations("login.secondStep");
  return (
    <div className="flex flex-wrap justify-between gap-2">
      {children}
      <Button variant="ghost" size="sm" onClick={onBack}>
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
  /** For the response to a code. */
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
    if (fault && !isWaiting) field.current?.select();
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

interface CodesProps extends Pick<SetUpProps, "message" | "isBusy" | "onDone"> {
  codes: readonly string[];
}

/** Shows the recovery codes, only now; the sign-in is completed once they are stored. */
function Codes({ codes, message, isBusy, onDone }: CodesProps) {
  const t = useTranslations("login.setUp");
  const [copied, setCopied] = useState<"copied" | "copyFailed">();
  const copy = () =>
    copyText(codes.join("\n")).then(
      () => setCopied("copied"),
      () => setCopied("copyFailed"),
    );
  return (
    <Frame title={t("codesTitle")} isBusy={isBusy} message={message}>
      <p className="text-muted text-sm">{t("codesHint")}</p>
      <CodeList codes={codes} />
      <p role="status" className={copied === "copyFailed" ? "text-danger text-sm" : "sr-only"}>
        {copied && t(copied)}
      </p>
      <Button size="lg" autoFocus icon={copied === "copied" ? <Check /> : <Copy />} onClick={copy}>
        {t("copy")}
      </Button>
      <Button variant="primary" size="lg" onClick={onDone}>
        {t("kept")}
      </Button>
    </Frame>
  );
}
