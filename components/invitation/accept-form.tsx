"use client";

import { useTranslations } from "next-intl";
import { type ComponentProps, type FormEvent, useRef, useState } from "react";
import { acceptInvitation, acceptWithPassword, type Invitation } from "@/lib/contract/invitations";
import { keepCookie } from "@/lib/cookie";
import { browserTimeZone } from "@/lib/preferences/time-zone";
import { announceSession } from "@/lib/session/announce";
import { requestSignIn } from "@/lib/session/request-sign-in";
import { timeZoneCookie } from "@/lib/session/time-zone";
import { messageOf } from "@/lib/validation/messages";
import { Alert } from "../ui/alert";
import { Button } from "../ui/button";
import { Field } from "../ui/field";
import { Input } from "../ui/input";
import { PasswordInput } from "../ui/password-input";
import { requestAccept } from "./request-accept";

interface AcceptFormProps {
  prefix: string;
  language: string;
  token: string;
  invitation: Extract<Invitation, { state: "open" }>;
  /** Where people sign in with a provider there is no password; they go on to the provider. */
  withPassword: boolean;
}

type Name = "userName" | "firstName" | "lastName" | "password" | "passwordRepeat";
type Faults = Readonly<Partial<Record<Name, string>>>;

/** Names and password of the invited person, who is signed in then (US-02). */
export function AcceptForm({ prefix, language, token, invitation, withPassword }: AcceptFormProps) {
  const t = useTranslations("invitation");
  const login = useTranslations("login");
  const validation = useTranslations("validation");
  const form = useRef<HTMLFormElement>(null);
  const [faults, setFaults] = useState<Faults>({});
  const [message, setMessage] = useState<string>();
  const [busy, setBusy] = useState(false);
  const names: readonly Name[] = [
    "firstName",
    "lastName",
    "userName",
    ...(withPassword ? (["password", "passwordRepeat"] as const) : []),
  ];

  function refuse(found: Faults, text?: string) {
    setBusy(false);
    setFaults(found);
    setMessage(text);
    const first = names.find((name) => found[name]);
    requestAnimationFrame(() => {
      const field = first && form.current?.elements.namedItem(first);
      if (field instanceof HTMLInputElement) field.focus();
    });
  }

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (busy) return;
    const data = new FormData(event.currentTarget);
    const given = Object.fromEntries(names.map((name) => [name, String(data.get(name) ?? "")]));
    const schema = withPassword ? acceptWithPassword : acceptInvitation;
    const parsed = schema.safeParse(given, { reportInput: true });
    if (!parsed.success) {
      const found: Partial<Record<Name, string>> = {};
      for (const issue of parsed.error.issues) {
        const { key, values } = messageOf(issue);
        found[issue.path[0] as Name] ??= validation(key as never, values as never);
      }
      return refuse(found);
    }
    setBusy(true);
    setFaults({});
    setMessage(undefined);
    const { userName, firstName, lastName, password } = parsed.data;
    const outcome = await requestAccept({
      prefix,
      language,
      token,
      body: { userName, firstName, lastName, password },
    });
    switch (outcome.kind) {
      case "faults":
        return refuse(outcome.faults as Faults);
      case "closed":
        return window.location.reload();
      case "unavailable":
        return refuse({}, t("unavailable"));
      case "failed":
        return refuse({}, outcome.message || t("failed"));
      case "accepted":
        await goOn(userName, password);
    }
  }

  async function goOn(userName: string, password: string | undefined) {
    const { signal } = new AbortController();
    const isIn =
      password !== undefined &&
      (await requestSignIn({ prefix, language, userName, password, signal })).kind === "signedIn";
    if (isIn) announceSession(prefix);
    keepCookie(timeZoneCookie, browserTimeZone());
    // The link is used up: Back must not lead to it.
    window.location.replace(isIn ? `${prefix}/` : `${prefix}/login`);
  }

  const field = (name: Name) => ({
    label: t(`fields.${name}`),
    error: faults[name],
    required: true,
  });
  const control = (name: Name): ComponentProps<"input"> => ({
    name,
    className: "h-9",
    onChange: () => faults[name] && setFaults({ ...faults, [name]: undefined }),
  });
  const secretLabels = { show: login("showPassword"), hide: login("hidePassword") };

  return (
    <form
      ref={form}
      noValidate
      // Never read: it keeps the password out of the address should the form go off before its code has taken over.
      method="post"
      onSubmit={submit}
      inert={busy}
      aria-label={t("accept")}
      className="flex flex-col gap-4"
    >
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
        <Input
          {...control("userName")}
          defaultValue={invitation.suggestedUserName}
          autoComplete="username"
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
        />
      </Field>
      {withPassword && (
        <>
          <Field {...field("password")} help={t("help.password")}>
            <PasswordInput {...control("password")} autoComplete="new-password" labels={secretLabels} />
          </Field>
          <Field {...field("passwordRepeat")}>
            <PasswordInput {...control("passwordRepeat")} autoComplete="new-password" labels={secretLabels} />
          </Field>
        </>
      )}
      <Button type="submit" variant="primary" size="lg" loading={busy} className="mt-2 w-full">
        {busy ? t("accepting") : t("accept")}
      </Button>
    </form>
  );
}
