"use client";
import {
  ArrowUpRight,
  Crop,
  type LucideIcon,
  MousePointer2,
  Pencil,
  Redo2,
  Square,
  Trash2,
  Type,
  Undo2,
} from "lucide-react";
import { useTranslations } from "next-intl";
import type { RefObject } from "react";
import { Button } from "@/components/ui/button";
import { Input } from "@/components/ui/input";
import { Select } from "@/components/ui/select";
import { usePercent } from "../use-percent";
import { BarButton } from "../view-bar";
import { type PenColour, penColours, penWidths, zooms } from "./drawing";
import { type DrawingControl, type Tool, tools } from "./use-drawing";

export type Zoom = (typeof zooms)[number];

/** Single keys of the tools, anywhere in the editor outside of fields. */
export const toolKeys: Readonly<Record<Tool, string>> = {
  ...{ select: "v", pen: "p", arrow: "a", rectangle: "r", text: "t", crop: "c" },
};

const icons: Readonly<Record<Tool, LucideIcon>> = {
  select: MousePointer2,
  pen: Pencil,
  arrow: ArrowUpRight,
  rectangle: Square,
  text: Type,
  crop: Crop,
};

interface EditorToolsProps {
  control: DrawingControl;
  onTool: (tool: Tool) => void;
  zoom: Zoom;
  onZoom: (zoom: Zoom) => void;
  /** Field of the selected text. */
  textField: RefObject<HTMLInputElement | null>;
  /** Returns to the drawing. */
  onTextDone: () => void;
}

/** Tools, pen and history of the editor, with a hint on the keys of the current tool. */
export function EditorTools({ control, onTool, zoom, onZoom, textField, onTextDone }: EditorToolsProps) {
  const t = useTranslations("viewer.editor");
  const percent = usePercent();
  const { pen, setPen, tool, selected, cropping, undo, redo } = control;
  const remove = selected && control.remove;
  const steps = [
    { name: "undo", icon: Undo2, shortcut: "Ctrl Z", keys: "Control+Z", act: undo },
    { name: "redo", icon: Redo2, shortcut: "Ctrl Y", keys: "Control+Y", act: redo },
    { name: "remove", icon: Trash2, shortcut: t("removeKey"), keys: "Delete", act: remove },
  ] as const;
  return (
    <>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is no flex container in every browser */}
      <div
        role="group"
        aria-label={t("tools")}
        className="flex shrink-0 flex-wrap items-center gap-x-4 gap-y-2 border-b bg-surface px-3 py-2 max-sm:gap-x-2"
      >
        <div className="flex gap-0.5">
          {tools.map((one) => {
            const Icon = icons[one];
            return (
              <BarButton
                key={one}
                label={t(`toolNames.${one}`)}
                shortcut={toolKeys[one].toUpperCase()}
                aria-pressed={one === tool}
                className={one === tool ? "bg-selected text-primary" : undefined}
                onClick={() => onTool(one)}
              >
                <Icon />
              </BarButton>
            );
          })}
        </div>
        <Colours chosen={pen.colour} onChange={(colour) => setPen({ ...pen, colour })} />
        <Select
          aria-label={t("width")}
          className="w-24 max-sm:w-20"
          value={pen.width}
          options={penWidths.map((one) => ({ value: String(one), label: t("widthOf", { width: one }) }))}
          onChange={({ target }) => {
            const width = penWidths.find((one) => String(one) === target.value);
            if (width) setPen({ ...pen, width });
          }}
        />
        <Select
          aria-label={t("zoom")}
          className="w-24 max-sm:w-20"
          value={zoom}
          options={zooms.map((one) => ({ value: String(one), label: percent(one) }))}
          onChange={({ target }) => onZoom(zooms.find((one) => String(one) === target.value) ?? zoom)}
        />
        <div className="flex gap-0.5">
          {steps.map(({ name, shortcut, keys, act, icon: Icon }) => (
            <BarButton
              key={name}
              label={t(name)}
              shortcut={shortcut}
              aria-keyshortcuts={keys}
              disabled={!act}
              onClick={act}
            >
              <Icon />
            </BarButton>
          ))}
        </div>
        {selected?.kind === "text" && (
          <div className="w-48">
            <Input
              ref={textField}
              aria-label={t("text")}
              maxLength={200}
              value={selected.text}
              onChange={({ target }) => control.setText(target.value)}
              onKeyDown={({ key, nativeEvent }) => {
                if (key === "Enter" && !nativeEvent.isComposing) onTextDone();
              }}
            />
          </div>
        )}
        {cropping && (
          <Button size="sm" variant="primary" onClick={control.applyCrop}>
            {t("applyCrop")}
          </Button>
        )}
      </div>
      <p className="shrink-0 border-b bg-surface px-3 py-1 text-muted text-xs">
        {t(`hints.${selected ? "select" : tool}`)}
      </p>
    </>
  );
}

function Colours({ chosen, onChange }: { chosen: PenColour; onChange: (colour: PenColour) => void }) {
  const t = useTranslations("viewer.editor");
  return (
    <div role="radiogroup" aria-label={t("colour")} className="flex gap-1.5">
      {(Object.keys(penColours) as PenColour[]).map((name) => (
        <input
          key={name}
          type="radio"
          name="pen-colour"
          aria-label={t(`colours.${name}`)}
          title={t(`colours.${name}`)}
          checked={name === chosen}
          onChange={() => onChange(name)}
          style={{ backgroundColor: penColours[name] }}
          className="size-7 cursor-pointer appearance-none rounded-full border border-control forced-color-adjust-none checked:outline-2 checked:outline-ring checked:outline-offset-2"
        />
      ))}
    </div>
  );
}
