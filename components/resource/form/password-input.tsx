"use client";
import { Eye, EyeOff } from "lucide-react";
import { useTranslations } from "next-intl";
import { type ComponentProps, useState } from "react";
import { IconButton } from "@/components/ui/icon-button";
import { Input } from "@/components/ui/input";

/** A password that can be looked at while it is typed. */
export function PasswordInput({ className, ...rest }: Omit<ComponentProps<typeof Input>, "type" | "icon">) {
  const t = useTranslations("resource.form");
  const [shown, setShown] = useState(false);
  return (
    <span className="relative block">
      <Input type={shown ? "text" : "password"} autoComplete="new-password" className="pr-9" {...rest} />
      <IconButton
        label={t(shown ? "hidePassword" : "showPassword")}
        size="sm"
        className="absolute inset-y-0 right-0.5 my-auto"
        onClick={() => setShown(!shown)}
      >
        {shown ? <EyeOff /> : <Eye />}
      </IconButton>
    </span>
  );
}
