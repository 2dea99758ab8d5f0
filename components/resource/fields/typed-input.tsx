"use client";
import { useMaskito } from "@maskito/react";
import type { LucideIcon } from "lucide-react";
import { type ReactNode, type Ref, useMemo, useRef, useState } from "react";
import { IconButton } from "@/components/ui/icon-button";
import { Input } from "@/components/ui/input";
import { Popover, PopoverTrigger } from "@/components/ui/popover";
import { serverNow } from "@/lib/client/api/server-clock";
import { complete } from "@/lib/format/complete-date";
import type { Typed } from "@/lib/format/typed";
import { composeRefs } from "./compose-refs";
import type { ControlProps } from "./control";
import { maskOf } from "./mask";
import { usePatternHint } from "./pattern-hint";
import { type TypedKind, useTyped } from "./use-typed";

interface TypedInputProps extends ControlProps<string> {
  kind: TypedKind;
  /** Accessible name of the button and its panel. */
  choose: string;
  icon: LucideIcon;
  /** Renders the panel; `choose` takes a value in exchange format. */
  panel: (panel: { value: string; choose: (value: string, stay?: boolean) => void }) => ReactNode;
}

/**
 * Input for a date or time, typed in the user's format or chosen from a panel (FM-06). The value is ISO 8601; invalid text stays
 * the value, so that the field's rule can reject it.
 */
export function TypedInput({ kind, choose, icon: Icon, panel, ...control }: TypedInputProps) {
  const { value, onChange, onBlur, name, disabled } = control;
  const typed = useTyped(kind);
  const hint = usePatternHint()(typed.pattern);
  const [open, setOpen] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const mask = useMaskito({ options: useMemo(() => maskOf(typed), [typed]) });

  // The text belongs to one value and format; it is formatted again when either changes externally.
  const [shown, setShown] = useState({ text: typed.write(value) ?? value, value, typed });
  if (shown.value !== value || shown.typed !== typed)
    setShown({ text: typed.write(value) ?? value, value, typed });

  const change = (text: string) => {
    const next = typed.read(text) ?? unfinished(text, typed);
    setShown({ text, value: next, typed });
    onChange(next);
  };

  /** Normalises the text: 09:5 to 09:05, and 1.3.26 to 01.03.2026. */
  const finish = () => {
    const isShort = typed.read(shown.text) === undefined;
    const full = isShort ? complete(shown.text, typed.pattern, new Date(serverNow())) : undefined;
    const meant = full === undefined ? undefined : typed.read(full);
    setShown({ text: typed.write(meant ?? value) ?? shown.text, value: meant ?? value, typed });
    if (meant !== undefined) onChange(meant);
  };

  return (
    <Popover
      open={open}
      onOpenChange={setOpen}
      label={choose}
      returnFocus={input}
      className="p-2"
      anchor={
        <span className="relative block">
          <Input
            ref={composeRefs(input, mask, control.ref as Ref<HTMLElement>)}
            name={name}
            disabled={disabled}
            value={shown.text}
            onInput={(event) => change(event.currentTarget.value)}
            onBlur={() => {
              finish();
              onBlur?.();
            }}
            onKeyDown={(event) => {
              // Enter submits the form without blur.
              if (event.key === "Enter") finish();
              if (event.key !== "ArrowDown") return;
              event.preventDefault();
              setOpen(true);
            }}
            placeholder={hint}
            // The mask inserts separators; am and pm need letters.
            inputMode={typed.pattern.endsWith("a") ? "text" : "numeric"}
            autoComplete="off"
            className="pr-9 tabular-nums"
          />
          <PopoverTrigger asChild>
            <IconButton
              label={choose}
              size="sm"
              disabled={disabled}
              className="absolute inset-y-0 right-0.5 my-auto text-muted"
            >
              <Icon />
            </IconButton>
          </PopoverTrigger>
        </span>
      }
    >
      {panel({
        value: typed.write(value) === undefined ? "" : value,
        choose: (next, stay) => {
          onChange(next);
          if (!stay) setOpen(false);
        },
      })}
    </Popover>
  );
}

/**
 * Returns the value for incomplete text: the text itself, unless it could be mistaken for an exchanged value, such as `01:05` as
 * the start of `01:05 pm`.
 */
function unfinished(text: string, typed: Typed): string {
  return typed.write(text) === undefined ? text : `${text} …`;
}
