"use client";
import { ZoomIn, ZoomOut } from "lucide-react";
import { useTranslations } from "next-intl";
import { type ComponentProps, type ReactNode, useId } from "react";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { IconButton } from "@/components/ui/icon-button";
import { usePercent } from "./use-percent";

/** Toolbar of a view, floating at its foot. */
export function ViewBar({ label, children }: { label: string; children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot float
    <div
      role="group"
      aria-label={label}
      className={cn(
        "absolute inset-x-2 bottom-3 z-10 mx-auto flex w-fit max-w-[calc(100%-16px)] flex-wrap items-center justify-center gap-0.5",
        "rounded-lg border bg-raised p-1 shadow-float",
      )}
    >
      {children}
    </div>
  );
}

interface BarButtonProps extends ComponentProps<typeof IconButton> {
  /** Equivalent shortcut as displayed. */
  shortcut?: string;
}

export function BarButton({ shortcut, label, ...rest }: BarButtonProps) {
  return <IconButton label={label} side="top" aria-keyshortcuts={shortcut} shortcut={shortcut} {...rest} />;
}

export interface Zoom {
  /** 1 is the actual size. */
  zoom: number;
  zoomIn: () => void;
  zoomOut: () => void;
}

/** Keys of {@link ZoomButtons}. */
export const zoomKeys = ({ zoomIn, zoomOut }: Omit<Zoom, "zoom">) => ({
  "+": zoomIn,
  "=": zoomIn,
  "-": zoomOut,
});

interface ZoomButtonsProps extends Zoom {
  resetLabel: string;
  onReset: () => void;
}

/** Zooms out and in; between them the current zoom, which a click resets. */
export function ZoomButtons({ zoom, zoomIn, zoomOut, resetLabel, onReset }: ZoomButtonsProps) {
  const t = useTranslations("viewer.tools");
  const percent = usePercent();
  const id = useId();
  return (
    <>
      <BarButton label={t("zoomOut")} shortcut="-" onClick={zoomOut}>
        <ZoomOut />
      </BarButton>
      <Button
        variant="ghost"
        aria-label={resetLabel}
        aria-describedby={id}
        onClick={onReset}
        className="w-16 px-0 tabular-nums max-sm:hidden"
      >
        <output id={id}>{percent(zoom)}</output>
      </Button>
      <BarButton label={t("zoomIn")} shortcut="+" onClick={zoomIn}>
        <ZoomIn />
      </BarButton>
    </>
  );
}
