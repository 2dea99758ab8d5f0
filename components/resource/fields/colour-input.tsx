"use client";
import { Check } from "lucide-react";
import { useTranslations } from "next-intl";
import { type Ref, useId } from "react";
import { cn } from "@/components/ui/cn";
import { useFieldControl } from "@/components/ui/field";
import { Tooltip } from "@/components/ui/tooltip";
import { type ColourName, colourNames, colours } from "@/lib/theme/colours";
import type { ControlProps } from "./control";

interface ColourInputProps extends ControlProps<string> {
  /** Names the group. */
  label: string;
  /** Those that may be chosen; all nine without it. */
  offered?: readonly ColourName[];
}

/** A colour of the palette as `#rrggbb`, or empty. Radio buttons: arrow keys choose, and each says its colour's name. */
export function ColourInput({ value, onChange, label, offered = colourNames, ...rest }: ColourInputProps) {
  const t = useTranslations("fields.colours");
  const group = useId();
  const { "aria-required": required, ...described } = useFieldControl();
  return (
    <div
      role="radiogroup"
      aria-label={label}
      aria-required={required}
      {...described}
      className="flex flex-wrap gap-1.5"
    >
      {offered.map((name, index) => {
        const chosen = colours[name] === value.toLowerCase();
        return (
          <Tooltip key={name} content={t(name)}>
            <span
              className="relative inline-flex size-7 forced-color-adjust-none items-center justify-center rounded-full"
              style={{ backgroundColor: colours[name] }}
            >
              <input
                ref={index === 0 ? (rest.ref as Ref<HTMLInputElement>) : undefined}
                type="radio"
                data-swatch=""
                name={rest.name ?? group}
                value={colours[name]}
                aria-label={t(name)}
                checked={chosen}
                disabled={rest.disabled}
                onChange={() => onChange(colours[name])}
                onBlur={rest.onBlur}
                className="absolute inset-0 cursor-pointer appearance-none rounded-full"
              />
              <Check
                aria-hidden="true"
                className={cn("pointer-events-none size-4 stroke-3 text-white", !chosen && "invisible")}
              />
            </span>
          </Tooltip>
        );
      })}
    </div>
  );
}
