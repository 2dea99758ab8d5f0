"use client";

import { Eye, EyeOff } from "lucide-react";
import { useTranslations } from "next-intl";
import { type ComponentPropsWithRef, useState } from "react";
import { Input } from "../ui/input";

/** A password field whose text can be shown; it is hidden again when the form is sent away. */
export function PasswordInput(props: Omit<ComponentPropsWithRef<"input">, "type">) {
  const t = useTranslations("login");
  const [shown, setShown] = useState(false);
  const Icon = shown ? EyeOff : Eye;
  return (
    <span className="relative block">
      <Input {...props} type={shown ? "text" : "password"} className="h-9 pr-10" />
      <button
        type="button"
        aria-label={t(shown ? "hidePassword" : "showPassword")}
        aria-pressed={shown}
        title={t(shown ? "hidePassword" : "showPassword")}
        className="absolute inset-y-0 right-0 flex w-9 items-center justify-center rounded text-muted hover:text-text"
        onClick={() => setShown(!shown)}
      >
        <Icon aria-hidden="true" className="size-4" />
      </button>
    </span>
  );
}
