"use client";
import { useTranslations } from "next-intl";
import { type ComponentProps, useEffect, useEffectEvent, useState } from "react";
import { type PasswordStrength, ratePassword } from "@/lib/validation/password-strength";
import { cn } from "./cn";
import { useFieldControl } from "./field";
import { PasswordInput } from "./password-input";

interface NewPasswordInputProps extends ComponentProps<typeof PasswordInput> {
  /** Returns names that the password must not be built from; called for each rating. */
  names?: () => readonly string[];
}

/** Password input with a meter of its strength and advice (AU-13). */
export function NewPasswordInput({ names, onInput, ...rest }: NewPasswordInputProps) {
  const [typed, setTyped] = useState("");
  return (
    <>
      <PasswordInput
        autoComplete="new-password"
        {...rest}
        onInput={(event) => {
          setTyped(event.currentTarget.value);
          onInput?.(event);
        }}
      />
      <Meter typed={typed} names={names} />
    </>
  );
}

/** Milliseconds without typing before the password is rated, so that screen readers are not interrupted. */
const pause = 300;

function Meter({ typed, names }: { typed: string; names?: () => readonly string[] }) {
  const t = useTranslations("validation");
  const { "aria-invalid": isRefused } = useFieldControl();
  const [strength, setStrength] = useState<PasswordStrength>();
  const rate = useEffectEvent(() => ratePassword(typed, names?.() ?? []));
  useEffect(() => {
    if (typed === "") return setStrength(undefined);
    let isCurrent = true;
    const timer = setTimeout(() => {
      // Without the list of passwords the server alone decides.
      rate()
        .catch(() => undefined)
        .then((found) => isCurrent && setStrength(found));
    }, pause);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [typed]);

  const level = strength && levelOf(strength);
  return (
    <div role="status" className="flex flex-col gap-1 text-xs">
      {strength && level && (
        <>
          <span aria-hidden="true" className="flex gap-1">
            {[0, 1, 2, 3].map((part) => (
              <span
                key={part}
                className={cn(
                  "h-1 flex-1 rounded-full forced-colors:border",
                  part < strength.score ? fills[level] : "bg-border",
                )}
              />
            ))}
          </span>
          <span className={level === "weak" ? "text-danger" : "text-success"}>
            {t("passwordStrength", { level })}
          </span>
          {strength.fault && !isRefused && <span className="text-muted">{t(strength.fault)}</span>}
        </>
      )}
    </div>
  );
}

type Level = "weak" | "good" | "strong";

const fills: Record<Level, string> = { weak: "bg-danger", good: "bg-success", strong: "bg-success" };

function levelOf({ score, fault }: PasswordStrength): Level {
  if (fault) return "weak";
  return score === 4 ? "strong" : "good";
}
