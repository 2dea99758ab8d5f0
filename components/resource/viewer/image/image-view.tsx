"use client";
import { Maximize, RotateCcw, RotateCw } from "lucide-react";
import { useTranslations } from "next-intl";
import { useRef, useState } from "react";
import { cn } from "@/components/ui/cn";
import { FileCard } from "../file-card";
import { FileProblem, type FileProblemReason, readPart } from "../read-file";
import { useViewerKeys } from "../use-viewer-keys";
import { BarButton, ViewBar, type Zoom, ZoomButtons, zoomKeys } from "../view-bar";
import { isDrawing, type ViewerFile } from "../viewer-file";
import { type Size, zoomStep } from "./geometry";
import { usePlacement } from "./use-placement";
import { usePointers } from "./use-pointers";

/** Pixels per arrow key in an enlarged picture. */
const arrowStep = 80;

/**
 * Picture with zoom, pan and rotation. Always an `<img>`, which runs no scripts of an SVG. An SVG is shown only if its thumbnail
 * could be rendered, within limits that browsers lack.
 */
export function ImageView({ file }: { file: ViewerFile }) {
  const { thumbnail, original } = file.addresses;
  const [state, setState] = useState<"loading" | "shown" | NotShown>(
    isDrawing(file) && !thumbnail ? "tooComplex" : "loading",
  );
  const [isDrawable, setIsDrawable] = useState(!isDrawing(file));
  const [own, setOwn] = useState<Size>({ width: 0, height: 0 });
  const stage = useRef<HTMLDivElement>(null);
  const { placement, turns, isFitted, isBeyond, ...lay } = usePlacement(stage, own);
  const { fromMiddle, handlers } = usePointers(stage, { onMove: lay.moveBy, onZoom: lay.zoomBy });

  const moveIfBeyond = (x: number, y: number) => () => {
    if (!isBeyond) return false;
    lay.moveBy({ x: x * arrowStep, y: y * arrowStep });
  };
  const tools = {
    zoomIn: () => lay.zoomBy(zoomStep),
    zoomOut: () => lay.zoomBy(1 / zoomStep),
    actualSize: () => lay.zoomTo(1),
    fit: lay.fit,
    turnLeft: () => lay.turn(-1),
    turnRight: () => lay.turn(1),
  };
  useViewerKeys({
    ...zoomKeys(tools),
    "0": tools.fit,
    "1": tools.actualSize,
    r: tools.turnRight,
    R: tools.turnLeft,
    ArrowLeft: moveIfBeyond(1, 0),
    ArrowRight: moveIfBeyond(-1, 0),
    ArrowUp: moveIfBeyond(0, 1),
    ArrowDown: moveIfBeyond(0, -1),
  });

  if (state !== "loading" && state !== "shown")
    return <FileCard file={file} reason={state} onRetry={() => setState("loading")} />;

  const { scale, x, y } = placement;
  return (
    <div className="relative size-full">
      {/* biome-ignore lint/a11y/noStaticElementInteractions: each gesture has a key and a button, too */}
      <div
        ref={stage}
        data-own-gestures={isBeyond ? "" : undefined}
        className={cn(
          "absolute inset-0 touch-none overflow-hidden",
          isBeyond && "cursor-grab active:cursor-grabbing",
        )}
        onDoubleClick={({ clientX, clientY }) => {
          if (!isFitted) lay.fit();
          else lay.zoomTo(scale < 1 ? 1 : 2, fromMiddle({ x: clientX, y: clientY }));
        }}
        {...handlers}
      >
        {state === "loading" && thumbnail && (
          // biome-ignore lint/performance/noImgElement: the API has resized files
          <img
            src={thumbnail}
            alt=""
            onLoad={() => setIsDrawable(true)}
            onError={isDrawable ? undefined : () => findSvgProblem(thumbnail).then(setState)}
            className="absolute inset-0 m-auto max-h-full max-w-full animate-fade object-contain opacity-60"
          />
        )}
        {isDrawable && (
          // biome-ignore lint/performance/noImgElement: as above
          <img
            src={original}
            alt={file.name}
            draggable={false}
            onError={() => findImageProblem(original).then(setState)}
            onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) => {
              // An SVG may have no intrinsic size.
              setOwn({ width: naturalWidth || 800, height: naturalHeight || 600 });
              setState("shown");
            }}
            style={{
              width: own.width || undefined,
              height: own.height || undefined,
              transform: `translate(-50%, -50%) translate(${x}px, ${y}px) rotate(${turns * 90}deg) scale(${scale})`,
            }}
            className={cn(
              "absolute top-1/2 left-1/2 max-w-none select-none bg-white",
              state === "loading" && "invisible",
            )}
          />
        )}
      </div>
      <ImageTools zoom={scale} isFitted={isFitted} {...tools} />
    </div>
  );
}

interface ImageToolsProps extends Zoom, Record<"actualSize" | "fit" | "turnLeft" | "turnRight", () => void> {
  isFitted: boolean;
}

function ImageTools({ isFitted, actualSize, fit, turnLeft, turnRight, ...zoom }: ImageToolsProps) {
  const t = useTranslations("viewer.tools");
  return (
    <ViewBar label={t("image")}>
      <ZoomButtons {...zoom} resetLabel={t("actualSize")} onReset={actualSize} />
      <BarButton label={t("fitScreen")} shortcut="0" aria-pressed={isFitted} onClick={fit}>
        <Maximize />
      </BarButton>
      <BarButton label={t("turnLeft")} shortcut="R" onClick={turnLeft}>
        <RotateCcw />
      </BarButton>
      <BarButton label={t("turnRight")} shortcut="r" onClick={turnRight}>
        <RotateCw />
      </BarButton>
    </ViewBar>
  );
}

type NotShown = FileProblemReason | "unsupported" | "tooComplex";

/** Returns why an SVG has no thumbnail: permanently or temporarily. */
async function findSvgProblem(address: string): Promise<NotShown> {
  const reason = await findImageProblem(address);
  return reason === "missing" || reason === "unsupported" ? "tooComplex" : reason;
}

/** An image element does not report the cause: requests the first byte to check whether the file exists. */
async function findImageProblem(address: string): Promise<FileProblemReason | "unsupported"> {
  try {
    await readPart(address, 0, 1, new AbortController().signal);
    return "unsupported";
  } catch (error) {
    return error instanceof FileProblem ? error.reason : "unreachable";
  }
}
