"use client";
import { FlexRender, type Row } from "@tanstack/react-table";
import { useTranslations } from "next-intl";
import type { KeyboardEvent, MouseEvent } from "react";
import { Checkbox } from "@/components/ui/checkbox";
import { cn } from "@/components/ui/cn";
import { Radio } from "@/components/ui/radio-group";
import { Truncate } from "@/components/ui/truncate";
import { useNavigation, ViewLink } from "@/lib/tabs";
import { type features, shownFrom } from "./columns";

export type SelectionMode = "checkbox" | "radio" | "none";

interface TableRowProps<Data extends object> {
  row: Row<typeof features, Data>;
  name: string;
  /** Where the row leads; without it, a click selects the row. */
  link: string | undefined;
  selection: SelectionMode;
  /** The name that the radio buttons of the table share. */
  group: string;
}

/** The whole row is a larger target for its link or its selection; the keyboard uses these themselves. */
export function TableRow<Data extends object>({ row, name, link, selection, group }: TableRowProps<Data>) {
  const t = useTranslations("resource.table");
  const { open } = useNavigation();
  const selected = row.getIsSelected();
  const toggle = row.getToggleSelectedHandler();

  const click = (event: MouseEvent) => {
    if (isControl(event.target) || window.getSelection()?.toString()) return;
    // Just beside the box is meant for the box.
    const forSelection = link === undefined || (event.target as Element).closest("[data-selection]") !== null;
    if (!forSelection)
      open(link, { title: name, mode: event.ctrlKey || event.metaKey ? "background" : "tab" });
    else if (selection !== "none") row.toggleSelected(selection === "radio" ? true : !selected);
  };
  const middleClick = (event: MouseEvent) => {
    if (event.button === 1 && link !== undefined && !isControl(event.target))
      open(link, { title: name, mode: "background" });
  };

  const Control = selection === "radio" ? Radio : Checkbox;
  return (
    <tr
      onClick={click}
      onAuxClick={middleClick}
      onKeyDown={moveBetweenRows}
      className={cn(
        "h-row border-b transition-colors last:border-b-0 hover:bg-hover",
        (link !== undefined || selection !== "none") && "cursor-pointer",
        selected && "bg-selected hover:bg-selected",
      )}
    >
      {selection !== "none" && (
        <td data-selection className="w-10 px-3">
          <span className="flex">
            <Control
              aria-label={t("selectRow", { name })}
              name={selection === "radio" ? group : undefined}
              checked={selected}
              onChange={toggle}
              data-row-handle="selection"
            />
          </span>
        </td>
      )}
      {row.getAllCells().map((cell, index) => {
        const { align, from } = cell.column.columnDef.meta ?? {};
        const content = <FlexRender cell={cell} />;
        return (
          <td key={cell.id} className={cn("px-3", align === "end" && "text-right", from && shownFrom[from])}>
            <Truncate>
              {index === 0 && link !== undefined ? (
                <ViewLink
                  to={link}
                  options={{ title: name }}
                  data-row-handle="link"
                  className="rounded-sm font-medium text-text hover:text-primary hover:underline"
                >
                  {content}
                </ViewLink>
              ) : (
                content
              )}
            </Truncate>
          </td>
        );
      })}
    </tr>
  );
}

function isControl(target: EventTarget): boolean {
  return target instanceof Element && target.closest("a, button, input, label") !== null;
}

/** Up, Down, Home and End move the focus to the same control of another row. */
function moveBetweenRows(event: KeyboardEvent<HTMLTableRowElement>) {
  const handle = (event.target as Element).getAttribute("data-row-handle");
  const row = event.currentTarget;
  const target = {
    ArrowUp: row.previousElementSibling,
    ArrowDown: row.nextElementSibling,
    Home: row.parentElement?.firstElementChild,
    End: row.parentElement?.lastElementChild,
  }[event.key];
  if (handle === null || !target) return;
  event.preventDefault();
  target.querySelector<HTMLElement>(`[data-row-handle="${handle}"]`)?.focus();
}
