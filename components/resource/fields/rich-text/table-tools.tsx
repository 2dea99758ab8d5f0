"use client";
import { useLexicalComposerContext } from "@lexical/react/LexicalComposerContext";
import {
  $deleteTableColumnAtSelection,
  $deleteTableRowAtSelection,
  $insertTableColumnAtSelection,
  $insertTableRowAtSelection,
  $isTableNode,
  INSERT_TABLE_COMMAND,
} from "@lexical/table";
import { $findMatchingParent } from "@lexical/utils";
import { $getSelection, $isRangeSelection } from "lexical";
import { ChevronDown, Sheet, Table } from "lucide-react";
import { useTranslations } from "next-intl";
import { type KeyboardEvent, useRef, useState } from "react";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Menu, MenuItem, MenuSeparator } from "@/components/ui/menu";
import { Popover, PopoverTrigger } from "@/components/ui/popover";
import { Select } from "@/components/ui/select";
import { Tool } from "./tool";
import { useFocusBack } from "./use-focus-back";

const max = 10;
const counts = Array.from({ length: max }, (_, index) => String(index + 1));

export function InsertTableTool({ disabled }: { disabled: boolean }) {
  const t = useTranslations("fields.richText");
  const [editor] = useLexicalComposerContext();
  const [open, setOpen] = useState(false);
  const [size, setSize] = useState({ rows: "3", columns: "3" });
  const button = useRef<HTMLButtonElement>(null);
  const focus = useFocusBack();

  const insert = () => {
    editor.dispatchCommand(INSERT_TABLE_COMMAND, { ...size, includeHeaders: { rows: true, columns: false } });
    focus.worked();
    setOpen(false);
  };
  const press = (event: KeyboardEvent) => {
    if (event.key !== "Enter") return;
    event.stopPropagation();
    // On the button, Enter presses it.
    if (!(event.target instanceof HTMLSelectElement)) return;
    event.preventDefault();
    insert();
  };
  return (
    <Popover
      open={open && !disabled}
      onOpenChange={setOpen}
      label={t("table")}
      returnFocus={() => focus.toText() || button.current?.focus()}
      className="w-56 p-3"
      anchor={
        <span className="inline-flex">
          <PopoverTrigger asChild>
            <Tool ref={button} label={t("table")} disabled={disabled}>
              <Table />
            </Tool>
          </PopoverTrigger>
        </span>
      }
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions: only keeps keys from the surrounding form */}
      <div className="flex flex-col gap-3" onKeyDown={press}>
        <div className="grid grid-cols-2 gap-2">
          {(["rows", "columns"] as const).map((side) => (
            <Field key={side} label={t(side)}>
              <Select
                value={size[side]}
                onChange={(event) => setSize({ ...size, [side]: event.target.value })}
                options={counts.map((count) => ({ value: count, label: count }))}
              />
            </Field>
          ))}
        </div>
        <Button size="sm" variant="primary" onClick={insert}>
          {t("insertTable")}
        </Button>
      </div>
    </Popover>
  );
}

/** Tools for rows and columns of the current table. */
export function TableTools() {
  const t = useTranslations("fields.richText");
  const [editor] = useLexicalComposerContext();
  const focus = useFocusBack();
  const change = (step: () => unknown) => () => {
    focus.worked();
    editor.update(() => {
      step();
    });
  };
  return (
    <Menu
      onCloseAutoFocus={(event) => focus.toText() && event.preventDefault()}
      trigger={
        <Tool label={t("tableTools")}>
          <Sheet />
          <ChevronDown aria-hidden="true" className="text-muted" />
        </Tool>
      }
    >
      <MenuItem onSelect={change(() => $insertTableRowAtSelection(false))}>{t("rowAbove")}</MenuItem>
      <MenuItem onSelect={change(() => $insertTableRowAtSelection(true))}>{t("rowBelow")}</MenuItem>
      <MenuItem onSelect={change(() => $insertTableColumnAtSelection(false))}>{t("columnBefore")}</MenuItem>
      <MenuItem onSelect={change(() => $insertTableColumnAtSelection(true))}>{t("columnAfter")}</MenuItem>
      <MenuSeparator />
      <MenuItem onSelect={change($deleteTableRowAtSelection)}>{t("deleteRow")}</MenuItem>
      <MenuItem onSelect={change($deleteTableColumnAtSelection)}>{t("deleteColumn")}</MenuItem>
      <MenuItem danger onSelect={change($deleteTable)}>
        {t("deleteTable")}
      </MenuItem>
    </Menu>
  );
}

function $deleteTable(): void {
  const selection = $getSelection();
  if (!$isRangeSelection(selection)) return;
  const table = $findMatchingParent(selection.anchor.getNode(), $isTableNode);
  table?.selectNext();
  table?.remove();
}
