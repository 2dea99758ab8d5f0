"use client";
import { useTranslations } from "next-intl";
import { type Ref, Suspense, useId, useState } from "react";
import { lazyPart } from "@/components/loading/lazy-part";
import { Button } from "@/components/ui/button";
import { useFieldControl } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { Radio } from "@/components/ui/radio-group";
import { Skeleton } from "@/components/ui/skeleton";
import type { ControlProps } from "../control";
import { drawName, type Signature, signaturePicture } from "./signature";

// Loaded on demand, for drawing.
const SignaturePad = lazyPart(() => import("./signature-pad"));

interface SignatureInputProps extends ControlProps<Signature> {
  /** Accessible name of the group. */
  label: string;
  /** False offers typed signatures only. */
  hasPad?: boolean;
}

/** A name and a signature: drawn, or rendered from the name for users who cannot draw. */
export function SignatureInput({ value, onChange, label, hasPad = true, ...control }: SignatureInputProps) {
  const t = useTranslations("signature");
  const { id, "aria-describedby": description, "aria-invalid": invalid } = useFieldControl();
  const group = useId();
  const [mode, setMode] = useState<"draw" | "type">(hasPad ? "draw" : "type");
  const [isStored, setStored] = useState(value.approvedSignature !== "");
  const picture = signaturePicture(value);
  const typeName = (signatureName: string) => {
    const approvedSignature = mode === "type" ? drawName(signatureName) : value.approvedSignature;
    onChange({ signatureName, approvedSignature });
  };
  const choose = (next: typeof mode) => {
    setMode(next);
    onChange({ ...value, approvedSignature: next === "type" ? drawName(value.signatureName) : "" });
  };
  const clear = () => {
    setStored(false);
    onChange({ ...value, approvedSignature: mode === "type" ? drawName(value.signatureName) : "" });
  };

  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is no flex container in every browser
    <div role="group" aria-label={label} aria-describedby={description} className="flex flex-col gap-2">
      <Input
        id={id}
        ref={control.ref as Ref<HTMLInputElement>}
        name={control.name}
        autoComplete="name"
        aria-label={`${label}: ${t("name")}`}
        aria-invalid={invalid}
        placeholder={t("name")}
        value={value.signatureName}
        disabled={control.disabled}
        onBlur={control.onBlur}
        onChange={({ target }) => typeName(target.value)}
        className="max-w-xl"
      />
      {hasPad && !isStored && (
        <div role="radiogroup" aria-label={t("how")} className="flex gap-4">
          {(["draw", "type"] as const).map((one) => (
            <Radio
              key={one}
              name={group}
              label={t(one)}
              checked={mode === one}
              disabled={control.disabled}
              onChange={() => choose(one)}
            />
          ))}
        </div>
      )}
      {mode === "draw" && !isStored ? (
        <Suspense fallback={<Skeleton className="h-40 w-full max-w-xl" />}>
          <SignaturePad
            disabled={control.disabled}
            onBlur={control.onBlur}
            onChange={(approvedSignature) => onChange({ ...value, approvedSignature })}
          />
        </Suspense>
      ) : (
        <div className="flex max-w-xl flex-col items-start gap-1">
          <SignaturePicture picture={picture} name={value.signatureName} />
          {isStored && (
            <Button size="sm" disabled={control.disabled} onClick={clear}>
              {t("clear")}
            </Button>
          )}
          {!isStored && <p className="text-muted text-xs">{t("typeHint")}</p>}
        </div>
      )}
    </div>
  );
}

/** Picture of a signature, on white in dark mode, too. */
export function SignaturePicture({ picture, name }: { picture: string | undefined; name: string }) {
  const t = useTranslations("signature");
  if (!picture) return null;
  return (
    // biome-ignore lint/performance/noImgElement: a data URL of the record
    <img
      src={picture}
      alt={t("signed", { name })}
      className="h-24 max-w-full rounded border bg-white object-contain p-1"
    />
  );
}
