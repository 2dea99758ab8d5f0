"use client";
import { type ComponentProps, type ReactNode, useId } from "react";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { IconButton } from "@/components/ui/icon-button";
import { usePercent } from "./use-percent";

/** Toolbar of a view, floating at its foot. */
export function ViewBar({
  label,
  className,
  children,
}: {
  label: string;
  className?: string;
  children: ReactNode;
}) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot float
    <div
      role="group"
      aria-label={label}
      className={cn(
        "absolute inset-x-2 bottom-3 z-10 mx-auto flex w-fit max-w-[calc(100%-16px)] flex-wrap items-center justify-center gap-0.5",
        "rounded-lg border bg-raised p-1 shadow-float",
        className,
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

interface ZoomLevelProps {
  /** Accessible name of the button. */
  label: string;
  /** 1 is the actual size. */
  zoom: number;
  onClick: () => void;
}

/** Current zoom; a click resets it. */
export function ZoomLevel({ label, zoom, onClick }: ZoomLevelProps) {
  const percent = usePercent();
  const id = useId();
  return (
    <Button
      variant="ghost"
      aria-label={label}
      aria-describedby={id}
      onClick={onClick}
      className="w-16 px-0 tabular-nums max-sm:hidden"
    >
      <output id={id}>{percent(zoom)}</output>
    </Button>
  );
}
