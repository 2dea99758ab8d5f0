"use client";

import { useTranslations } from "next-intl";
import { type ComponentProps, type FormEvent, useRef, useState } from "react";
import { flushSync } from "react-dom";
import type * as z from "zod";
import { parseApiError } from "@/lib/client/api/error";
import { postJson } from "@/lib/client/session/post-json";
import { signInTimeout } from "@/lib/client/session/request-sign-in";
import { addressOf } from "@/lib/contract/address";
import type { EndpointDeclaration } from "@/lib/contract/endpoint";
import { messageOf } from "@/lib/validation/messages";

interface PublicCall {
  prefix: string;
  language: string;
  endpoint: EndpointDeclaration;
  /** Parameters of the endpoint's path. */
  params?: Record<string, string>;
}

interface PublicForm<Name extends string, Body> extends PublicCall {
  /** With `fields`, `failed` and `unavailable`. */
  namespace: "invitation" | "password-reset";
  /** The fields, in the order of the form. */
  names: readonly Name[];
  schema: z.ZodType<Body>;
  /** Called after a successful submission, with the response; the form stays busy. */
  onAccepted: (body: Body, result: unknown) => void | Promise<void>;
}

/** Form of a page without a session: validates, submits, and shows errors by field. */
export function usePublicForm<Name extends string, Body extends object>({
  namespace,
  names,
  schema,
  onAccepted,
  ...call
}: PublicForm<Name, Body>) {
  const t = useTranslations(namespace as "invitation");
  const validation = useTranslations("validation");
  const form = useRef<HTMLFormElement>(null);
  type Faults = Readonly<Partial<Record<Name, string>>>;
  const none = {} as Faults;
  const [faults, setFaults] = useState(none);
  const [message, setMessage] = useState<string>();
  const [busy, setBusy] = useState(false);
  // A busy form loses the focus; it is restored afterwards.
  const sentFrom = useRef<Element>(null);

  function refuse(found: Faults, text?: string) {
    // Synchronous: a form that is still inert cannot take the focus.
    flushSync(() => {
      setBusy(false);
      setFaults(found);
      setMessage(text);
    });
    const first = names.find((name) => found[name]);
    const field = first ? form.current?.elements.namedItem(first) : sentFrom.current;
    if (field instanceof HTMLElement) field.focus();
  }

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (busy) return;
    const data = new FormData(event.currentTarget);
    const given = Object.fromEntries(names.map((name) => [name, String(data.get(name) ?? "")]));
    const parsed = schema.safeParse(given, { reportInput: true });
    if (!parsed.success) {
      const found: Partial<Record<Name, string>> = {};
      for (const issue of parsed.error.issues) {
        const { key, values } = messageOf(issue);
        found[issue.path[0] as Name] ??= validation(key as never, values as never);
      }
      return refuse(found);
    }
    sentFrom.current = document.activeElement;
    setBusy(true);
    setFaults(none);
    setMessage(undefined);
    const outcome = await postPublic(call, parsed.data);
    switch (outcome.kind) {
      case "faults":
        return refuse(outcome.faults as Faults);
      case "closed":
        return window.location.reload();
      case "unavailable":
        return refuse(none, t("unavailable"));
      case "failed":
        return refuse(none, outcome.message || t("failed"));
      case "accepted":
        await onAccepted(parsed.data, outcome.result);
    }
  }

  return {
    message,
    busy,
    form: {
      ref: form,
      noValidate: true,
      // Unused by the server: keeps the password out of the address if submitted before hydration.
      method: "post",
      onSubmit: submit,
      inert: busy,
      className: "flex flex-col gap-4",
    } satisfies ComponentProps<"form">,
    field: (name: Name) => ({ label: t(`fields.${name}` as never), error: faults[name], required: true }),
    control: (name: Name): ComponentProps<"input"> => ({
      name,
      className: "h-9",
      onChange: () => faults[name] && setFaults({ ...faults, [name]: undefined }),
    }),
  };
}

/** Result of a submission. */
type Outcome =
  | { kind: "accepted"; result: unknown }
  /** By field, in the language of the page. */
  | { kind: "faults"; faults: Readonly<Record<string, string>> }
  /** The link is no longer valid. */
  | { kind: "closed" }
  | { kind: "unavailable" }
  | { kind: "failed"; message: string };

/** A missing response counts as unavailable after the sign-in timeout (AU-06). */
async function postPublic(
  { prefix, language, endpoint, params }: PublicCall,
  body: object,
): Promise<Outcome> {
  let response: Response;
  const limit = new AbortController();
  const timer = setTimeout(() => limit.abort(), signInTimeout);
  try {
    const address = `${prefix}/api${addressOf(endpoint, { params } as never)}`;
    response = await postJson(address, body, { language, signal: limit.signal });
  } catch {
    return { kind: "unavailable" };
  } finally {
    clearTimeout(timer);
  }
  if (response.ok) return { kind: "accepted", result: await response.json().catch(() => undefined) };
  if (response.status === 404 || response.status === 409) return { kind: "closed" };
  if (response.status >= 502) return { kind: "unavailable" };
  const error = parseApiError(response.status, await response.json().catch(() => null));
  if (error.fieldErrors.length === 0) return { kind: "failed", message: error.serverMessage };
  return {
    kind: "faults",
    faults: Object.fromEntries(
      error.fieldErrors.map(({ propertyName, errorMessage }) => [propertyName, errorMessage]),
    ),
  };
}
