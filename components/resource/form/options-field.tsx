"use client";
import { useId } from "react";
import { Controller, useFormContext } from "react-hook-form";
import { Checkbox } from "@/components/ui/checkbox";
import { useFormContextValue } from "./form-context";

interface OptionsFieldProps {
  name: string;
  options: readonly { value: string; label: string }[];
  help?: string;
  /** Said when there is nothing to choose. */
  none: string;
}

/** Any of a handful of options, all in sight. */
export function OptionsField({ name, options, help, none }: OptionsFieldProps) {
  const { label } = useFormContextValue();
  const { control } = useFormContext();
  const noteId = useId();
  return (
    <Controller
      name={name}
      control={control}
      render={({ field: { value, onChange, ref }, fieldState }) => {
        const chosen = new Set<string>(value);
        const note = fieldState.error?.message ?? help;
        return (
          <fieldset className="min-w-0" aria-describedby={note ? noteId : undefined}>
            <legend className="mb-1 font-medium text-sm">{label(name)}</legend>
            {options.length === 0 ? (
              <p className="text-muted text-sm">{none}</p>
            ) : (
              <div className="grid max-h-60 grid-cols-1 gap-x-4 gap-y-2 overflow-y-auto rounded border p-3 @lg:grid-cols-2">
                {options.map((option, index) => (
                  <Checkbox
                    key={option.value}
                    ref={index === 0 ? ref : undefined}
                    label={<span className="break-words">{option.label}</span>}
                    checked={chosen.has(option.value)}
                    onChange={(event) => {
                      const next = new Set(chosen);
                      if (event.target.checked) next.add(option.value);
                      else next.delete(option.value);
                      onChange([...next]);
                    }}
                  />
                ))}
              </div>
            )}
            {note && (
              <p
                id={noteId}
                className={fieldState.error ? "mt-1 text-danger text-xs" : "mt-1 text-muted text-xs"}
              >
                {note}
              </p>
            )}
          </fieldset>
        );
      }}
    />
  );
}
