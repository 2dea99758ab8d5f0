"use client";
import { useTranslations } from "next-intl";
import { type RefObject, useEffect, useMemo, useRef, useState } from "react";
import { errorMessage } from "@/components/errors/error-message";
import { Alert } from "@/components/ui/alert";
import { useConfirm } from "@/components/ui/confirm-dialog";
import Viewer from "@/components/ui/viewer";
import { ReasonedButton } from "../../form/reasoned-button";
import { FileCard } from "../file-card";
import { type KeyAction, useViewerKeys } from "../use-viewer-keys";
import { extensionOf, type ViewerFile } from "../viewer-file";
import { boundsOf, canvasSize, savedType } from "./drawing";
import { DrawingCanvas } from "./drawing-canvas";
import { EditorTools, toolKeys, type Zoom } from "./editor-tools";
import { type DrawingControl, type Tool, tools, useDrawing } from "./use-drawing";

interface ImageEditorProps {
  file: ViewerFile;
  /** Saves the annotated picture at canvas size; shows the error of a rejected promise. */
  onSave: (picture: Blob) => Promise<void>;
  onClose: () => void;
}

/** Annotates a picture: lines, arrows, rectangles, texts and a crop, with undo and redo (AT-03). */
export default function ImageEditor({ file, onSave, onClose }: ImageEditorProps) {
  const t = useTranslations("viewer.editor");
  const common = useTranslations("common");
  const confirm = useConfirm();
  const picture = useLoadedPicture(file.addresses.original);
  const [isChanged, setChanged] = useState(false);
  const [canvas, setCanvas] = useState<HTMLCanvasElement | null>(null);
  const [saving, setSaving] = useState<{ problem?: string }>();

  const close = async () => {
    const isLost =
      isChanged &&
      !(await confirm({
        title: t("discard.title"),
        description: t("discard.description"),
        confirmLabel: t("discard.confirm"),
        danger: true,
      }));
    if (!isLost) onClose();
  };
  const save = async () => {
    setSaving({});
    try {
      await onSave(await blobOf(canvas, savedType(extensionOf(file))));
      onClose();
    } catch (error) {
      const texts = { unauthorized: common("unauthorized"), fallback: t("failed") };
      setSaving({ problem: errorMessage(error, texts) ?? t("failed") });
    }
  };

  return (
    <Viewer
      open
      onOpenChange={(open) => !open && close()}
      title={t("title", { name: file.name })}
      toolbar={
        <ReasonedButton
          variant="primary"
          loading={saving && !saving.problem}
          disabledReason={isChanged ? undefined : t("nothing")}
          onClick={save}
        >
          {t("save")}
        </ReasonedButton>
      }
      className="flex flex-col overflow-hidden"
    >
      {saving?.problem && (
        <Alert tone="danger" className="m-2">
          {saving.problem}
        </Alert>
      )}
      {picture === "failed" ? (
        <FileCard file={file} reason="unreachable" />
      ) : (
        picture && <Editor picture={picture} onCanvas={setCanvas} onChanged={setChanged} />
      )}
    </Viewer>
  );
}

interface EditorProps {
  picture: HTMLImageElement;
  onCanvas: (canvas: HTMLCanvasElement | null) => void;
  onChanged: (isChanged: boolean) => void;
}

function Editor({ picture, onCanvas, onChanged }: EditorProps) {
  const t = useTranslations("viewer.editor");
  const { naturalWidth: width, naturalHeight: height } = picture;
  const full = useMemo(() => canvasSize({ width, height }), [width, height]);
  const control = useDrawing(full);
  const [zoom, setZoom] = useState<Zoom>(1);
  const area = useRef<HTMLElement>(null);
  const textField = useRef<HTMLInputElement>(null);
  const isTyping = useRef(false);
  const { isChanged, selected } = control;
  useEffect(() => onChanged(isChanged), [onChanged, isChanged]);
  // The field exists once the text is selected.
  useEffect(() => {
    if (!isTyping.current || selected?.kind !== "text") return;
    isTyping.current = false;
    textField.current?.focus();
    textField.current?.select();
  });
  const type = () => {
    isTyping.current = true;
  };
  const work = () => area.current?.focus();
  const setTool = (tool: Tool) => {
    control.setTool(tool);
    work();
  };
  useDrawingKeys(control, area, setTool, () => {
    control.place(t("newText"));
    if (control.tool === "text") type();
  });

  const isInUse = selected !== undefined || control.cropping !== undefined;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: handles Escape of its controls
    <div
      className="contents"
      data-own-escape={isInUse ? "" : undefined}
      onKeyDown={({ key }) => {
        if (key === "Escape" && control.release()) work();
      }}
    >
      <EditorTools {...{ control, zoom, textField }} onTool={setTool} onZoom={setZoom} onTextDone={work} />
      <Position control={control} />
      <DrawingCanvas
        ref={onCanvas}
        area={area}
        labels={{ canvas: t("canvas"), area: t("area"), newText: t("newText") }}
        {...{ picture, full, control, zoom }}
        onText={type}
      />
    </div>
  );
}

/** Announces the position of the selected shape or the crop. */
function Position({ control: { selected, cropping, kept } }: { control: DrawingControl }) {
  const t = useTranslations("viewer.editor");
  const at = cropping ?? (selected && boundsOf(selected));
  const [x, y] = [(at?.x ?? 0) - kept.x, (at?.y ?? 0) - kept.y];
  return (
    <p role="status" className="sr-only">
      {at && t("position", roundedAll({ x, y, width: at.width, height: at.height }))}
    </p>
  );
}

const roundedAll = <Values extends Record<string, number>>(values: Values): Values =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, Math.round(value)])) as Values;

/** Pixels for each arrow key, and with Ctrl. */
const steps = { normal: 10, fine: 1 };

const arrows = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] } as const;

/** Arrow keys move the selected shape or the crop, with Shift its lower right corner; Enter places, Delete removes. */
function useDrawingKeys(
  control: DrawingControl,
  area: RefObject<HTMLElement | null>,
  setTool: (tool: Tool) => void,
  place: () => void,
): void {
  const { selected, cropping } = control;
  const steer =
    ([x, y]: readonly [number, number]): KeyAction =>
    ({ shiftKey, ctrlKey, metaKey }) => {
      // Without them, arrow keys scroll.
      if (!selected && !cropping) return false;
      const step = ctrlKey || metaKey ? steps.fine : steps.normal;
      (shiftKey ? control.resize : control.move)({ x: x * step, y: y * step });
    };
  const entries = Object.entries(arrows).flatMap(([key, by]): [string, KeyAction][] => [
    [key, steer(by)],
    [`Mod+${key}`, steer(by)],
  ]);
  const enter: KeyAction = ({ target }) => {
    // Buttons handle Enter themselves.
    if (target !== area.current) return false;
    if (cropping) control.applyCrop();
    else if (selected) control.release();
    else place();
  };
  const redo = () => control.redo?.();
  useViewerKeys({
    ...Object.fromEntries([...entries, ...tools.map((tool) => [toolKeys[tool], () => setTool(tool)])]),
    ...{ Enter: enter, n: control.chooseNext, Delete: control.remove, Backspace: control.remove },
    ...{ "Mod+z": () => control.undo?.(), "Mod+y": redo, "Mod+Z": redo },
  });
}

/** Loads the picture at an address completely. */
function useLoadedPicture(address: string): HTMLImageElement | "failed" | undefined {
  const [picture, setPicture] = useState<HTMLImageElement | "failed">();
  useEffect(() => {
    let isWanted = true;
    const image = new Image();
    image.src = address;
    image.decode().then(
      () => isWanted && setPicture(image),
      () => isWanted && setPicture("failed"),
    );
    return () => {
      isWanted = false;
      setPicture(undefined);
    };
  }, [address]);
  return picture;
}

function blobOf(canvas: HTMLCanvasElement | null, type: string): Promise<Blob> {
  return new Promise((resolve, reject) => {
    const made = (blob: Blob | null) =>
      blob ? resolve(blob) : reject(new Error("The canvas gave no picture"));
    if (canvas) canvas.toBlob(made, type, 0.92);
    else made(null);
  });
}
