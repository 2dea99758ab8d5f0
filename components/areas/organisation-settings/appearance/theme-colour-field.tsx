"use client";
import { useTranslations } from "next-intl";
import type { Ref } from "react";
import { ControlledField } from "@/components/resource/fields/form-field";
import { useFormContextValue } from "@/components/resource/form/form-context";
import { ColourValue } from "@/components/resource/values/colour-value";
import { Input } from "@/components/ui/input";
import { isHexColour } from "@/lib/theme/oklch";

/** Any colour as `#rrggbb`: typed, pasted, or from the browser's colour picker. */
export function ThemeColourField({ name }: { name: string }) {
  const t = useTranslations("organisation-settings.appearance");
  const { stored } = useFormContextValue();
  return (
    <ControlledField<string>
      name={name}
      display="text"
      read={<ColourValue value={String(stored[name])} />}
      empty=""
      required
      help={t("colourHelp")}
    >
      {({ value, onChange, ...control }, label) => (
        <span className="flex gap-2">
          <input
            type="color"
            aria-label={t("pick", { name: label })}
            value={isHexColour(value) ? value : "#000000"}
            disabled={control.disabled}
            onChange={(event) => onChange(event.target.value)}
            className="field-box h-field w-20! shrink-0 cursor-pointer p-1"
          />
          <Input
            {...control}
            ref={control.ref as Ref<HTMLInputElement>}
            value={value}
            maxLength={20}
            autoComplete="off"
            spellCheck={false}
            className="font-mono"
            onChange={(event) => onChange(event.target.value)}
          />
        </span>
      )}
    </ControlledField>
  );
}
