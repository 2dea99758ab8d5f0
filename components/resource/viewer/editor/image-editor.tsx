"use client";
import { Undo2 } from "lucide-react";
import { useTranslations } from "next-intl";
import { useEffect, useState } from "react";
import { errorMessage } from "@/components/errors/error-message";
import { Alert } from "@/components/ui/alert";
import { useConfirm } from "@/components/ui/confirm-dialog";
import { Select } from "@/components/ui/select";
import Viewer from "@/components/ui/viewer";
import { ReasonedButton } from "../../form/reasoned-button";
import { FileCard } from "../file-card";
import { usePercent } from "../use-percent";
import { BarButton } from "../view-bar";
import { extensionOf, type ViewerFile } from "../viewer-file";
import { type PenColour, penColours, penWidths, type Stroke, savedType, zooms } from "./drawing";
import { DrawingCanvas } from "./drawing-canvas";

interface ImageEditorProps {
  file: ViewerFile;
  /** Saves the annotated picture at canvas size; shows the error of a rejected promise. */
  onSave: (picture: Blob) => Promise<void>;
  onClose: () => void;
}

/** Annotates a picture with a pen: colours, widths, undo (AT-03). */
export default function ImageEditor({ file, onSave, onClose }: ImageEditorProps) {
  const t = useTranslations("viewer.editor");
  const common = useTranslations("common");
  const confirm = useConfirm();
  const picture = useLoadedPicture(file.addresses.original);
  const [strokes, setStrokes] = useState<readonly Stroke[]>([]);
  const [zoom, setZoom] = useState<Zoom>(1);
  const [pen, setPen] = useState<Pen>({ width: 5, colour: "blue" });
  const [canvas, setCanvas] = useState<HTMLCanvasElement | null>(null);
  const [saving, setSaving] = useState<{ problem?: string }>();

  const close = async () => {
    const isLost =
      strokes.length > 0 &&
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
  const undo = () => setStrokes(strokes.slice(0, -1));

  return (
    <Viewer
      open
      onOpenChange={(open) => !open && close()}
      title={t("title", { name: file.name })}
      toolbar={
        <ReasonedButton
          variant="primary"
          loading={saving && !saving.problem}
          disabledReason={strokes.length === 0 ? t("nothing") : undefined}
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
      <Tools
        pen={pen}
        onPen={setPen}
        zoom={zoom}
        onZoom={setZoom}
        onUndo={strokes.length > 0 ? undo : undefined}
      />
      {picture === "failed" ? (
        <FileCard file={file} reason="unreachable" />
      ) : (
        picture && (
          <DrawingCanvas
            ref={setCanvas}
            label={t("canvas")}
            picture={picture}
            strokes={strokes}
            zoom={zoom}
            pen={pen}
            onStroke={(stroke) => setStrokes([...strokes, stroke])}
            onUndo={undo}
          />
        )
      )}
    </Viewer>
  );
}

type Zoom = (typeof zooms)[number];
interface Pen {
  width: (typeof penWidths)[number];
  colour: PenColour;
}

interface ToolsProps {
  pen: Pen;
  onPen: (pen: Pen) => void;
  zoom: Zoom;
  onZoom: (zoom: Zoom) => void;
  /** Omitted if there is nothing to undo. */
  onUndo: (() => void) | undefined;
}

function Tools({ pen, onPen, zoom, onZoom, onUndo }: ToolsProps) {
  const t = useTranslations("viewer.editor");
  const percent = usePercent();
  return (
    <>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is no flex container in every browser */}
      <div
        role="group"
        aria-label={t("tools")}
        className="flex shrink-0 flex-wrap items-center gap-x-4 gap-y-2 border-b bg-surface px-3 py-2 max-sm:gap-x-2"
      >
        <Colours chosen={pen.colour} onChange={(colour) => onPen({ ...pen, colour })} />
        <Select
          aria-label={t("width")}
          className="w-24 max-sm:w-20"
          value={pen.width}
          options={penWidths.map((one) => ({ value: String(one), label: t("widthOf", { width: one }) }))}
          onChange={({ target }) => {
            const width = penWidths.find((one) => String(one) === target.value);
            if (width) onPen({ ...pen, width });
          }}
        />
        <Select
          aria-label={t("zoom")}
          className="w-24 max-sm:w-20"
          value={zoom}
          options={zooms.map((one) => ({ value: String(one), label: percent(one) }))}
          onChange={({ target }) => onZoom(zooms.find((one) => String(one) === target.value) ?? zoom)}
        />
        <BarButton label={t("undo")} disabled={!onUndo} onClick={onUndo}>
          <Undo2 />
        </BarButton>
      </div>
    </>
  );
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

function blobOf(canvas: HTMLCanvasElement | null, type: string): Promise<Blob> {
  return new Promise((resolve, reject) => {
    const made = (blob: Blob | null) =>
      blob ? resolve(blob) : reject(new Error("The canvas gave no picture"));
    if (canvas) canvas.toBlob(made, type, 0.92);
    else made(null);
  });
}
