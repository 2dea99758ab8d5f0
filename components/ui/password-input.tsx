"use client";
import { Eye, EyeOff } from "lucide-react";
import { type ComponentProps, useState } from "react";
import { cn } from "./cn";
import { Input } from "./input";

interface PasswordInputProps extends Omit<ComponentProps<typeof Input>, "type" | "icon"> {
  /** Labels of the toggle button; passed in, since sign-in page and workspace have separate texts. */
  labels: { show: string; hide: string };
}

/** Password input with a button to reveal it. */
export function PasswordInput({ className, labels, ...rest }: PasswordInputProps) {
  const [shown, setShown] = useState(false);
  const Icon = shown ? EyeOff : Eye;
  const label = shown ? labels.hide : labels.show;
  return (
    <span className="relative block">
      <Input {...rest} type={shown ? "text" : "password"} className={cn("pr-10", className)} />
      {/* Without the tooltip of icon buttons: the sign-in page does not load its code. */}
      <button
        type="button"
        aria-label={label}
        aria-pressed={shown}
        title={label}
        className="absolute inset-y-0 right-0 flex w-9 items-center justify-center rounded text-muted hover:text-text"
        onClick={() => setShown(!shown)}
      >
        <Icon aria-hidden="true" className="size-4" />
      </button>
    </span>
  );
}
