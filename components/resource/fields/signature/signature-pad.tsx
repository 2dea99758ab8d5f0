"use client";
import { Eraser, Undo2 } from "lucide-react";
import { useTranslations } from "next-intl";
import { useEffect, useRef, useState } from "react";
import Pad, { type PointGroup } from "signature_pad";
import { IconButton } from "@/components/ui/icon-button";

interface SignaturePadProps {
  /** Receives `data:image/png`; empty after clearing. */
  onChange: (picture: string) => void;
  onBlur?: () => void;
  disabled?: boolean;
}

/** Area for drawing with mouse, finger or pen. */
export default function SignaturePad({ onChange, onBlur, disabled = false }: SignaturePadProps) {
  const t = useTranslations("signature");
  const canvas = useRef<HTMLCanvasElement>(null);
  const pad = useRef<Pad>(undefined);
  /** Strokes, kept when the tab is hidden, which destroys the pad. */
  const drawn = useRef<PointGroup[]>([]);
  const [isEmpty, setEmpty] = useState(true);
  const change = useRef(onChange);
  useEffect(() => {
    change.current = onChange;
  });
  const emitChange = () => {
    if (!pad.current) return;
    setEmpty(pad.current.isEmpty());
    change.current(pad.current.isEmpty() ? "" : pad.current.toDataURL());
  };
  const replaceStrokes = (keep: number) => {
    pad.current?.fromData(pad.current.toData().slice(0, keep));
    emitChange();
  };

  // biome-ignore lint/correctness/useExhaustiveDependencies: the pad lives as long as its canvas
  useEffect(() => {
    const element = canvas.current;
    if (!element) return;
    const made = new Pad(element, { penColor: "#111827" });
    pad.current = made;
    made.addEventListener("endStroke", emitChange);
    made.fromData(drawn.current);
    // Matches the canvas to its displayed size in pixels, since the pad measures in screen pixels.
    const observer = new ResizeObserver(() => {
      const { width, height } = element.getBoundingClientRect();
      const strokes = made.toData();
      element.width = width * devicePixelRatio;
      element.height = height * devicePixelRatio;
      element.getContext("2d")?.scale(devicePixelRatio, devicePixelRatio);
      made.fromData(strokes);
    });
    observer.observe(element);
    return () => {
      observer.disconnect();
      drawn.current = made.toData();
      made.off();
    };
  }, []);
  useEffect(() => {
    if (disabled) pad.current?.off();
    else pad.current?.on();
  }, [disabled]);

  return (
    <div className="relative">
      <canvas
        ref={canvas}
        role="img"
        aria-label={t("pad")}
        onPointerLeave={onBlur}
        className="h-40 w-full max-w-xl cursor-crosshair touch-none rounded border border-control bg-white"
      />
      {isEmpty && (
        <p className="pointer-events-none absolute inset-x-0 top-16 max-w-xl text-center text-neutral-500 text-sm">
          {t("hint")}
        </p>
      )}
      <div className="mt-1 flex gap-1">
        <IconButton
          size="sm"
          label={t("undo")}
          disabled={disabled || isEmpty}
          onClick={() => replaceStrokes(-1)}
        >
          <Undo2 />
        </IconButton>
        <IconButton
          size="sm"
          label={t("clear")}
          disabled={disabled || isEmpty}
          onClick={() => replaceStrokes(0)}
        >
          <Eraser />
        </IconButton>
      </div>
    </div>
  );
}
