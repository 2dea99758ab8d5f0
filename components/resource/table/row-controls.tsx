"use client";
import { PanelRight } from "lucide-react";
import { useTranslations } from "next-intl";
import { Checkbox } from "@/components/ui/checkbox";
import { cn } from "@/components/ui/cn";
import { IconButton } from "@/components/ui/icon-button";
import { Radio } from "@/components/ui/radio-group";
import type { GridActions, SelectionMode } from "./use-grid-actions";

interface RowSelectorProps {
  name: string;
  index: number;
  selection: SelectionMode;
  selected: boolean;
  /** Name shared by the table's radio buttons. */
  group: string;
  select: GridActions["select"];
}

/** Checkbox or radio button of a row. */
export function RowSelector({ name, index, selection, selected, group, select }: RowSelectorProps) {
  const t = useTranslations("resource.table");
  const Control = selection === "radio" ? Radio : Checkbox;
  return (
    <span className="flex">
      <Control
        aria-label={t("selectRow", { name })}
        name={selection === "radio" ? group : undefined}
        checked={selected}
        onChange={({ nativeEvent }) =>
          select(index, { range: nativeEvent instanceof MouseEvent && nativeEvent.shiftKey })
        }
      />
    </span>
  );
}

interface PeekButtonProps {
  name: string;
  index: number;
  peek: (index: number) => void;
  className: string;
}

/** Attributes of an action of a row that appears with the pointer or focus, and is not a stop of the grid. */
export const pointerAction = {
  "data-peek": "",
  "aria-hidden": true,
  tabIndex: -1,
  className: "invisible group-focus-within/row:visible group-hover/row:visible",
} as const;

/** Shows the record in the panel; the shortcut of a row is Space. */
export function PeekButton({ name, index, peek, className }: PeekButtonProps) {
  const t = useTranslations("resource.table");
  return (
    <IconButton
      {...pointerAction}
      size="sm"
      variant="secondary"
      label={t("peek", { name })}
      shortcut={t("peekKey")}
      className={cn(pointerAction.className, "absolute", className)}
      onClick={() => peek(index)}
    >
      <PanelRight />
    </IconButton>
  );
}
