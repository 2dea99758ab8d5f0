"use client";
import { type ReactNode, Suspense, useState } from "react";
import { IconButton } from "@/components/ui/icon-button";
import { Popover, PopoverTrigger } from "@/components/ui/popover";

interface PanelButtonProps {
  label: string;
  icon: ReactNode;
  /** Size classes of the placeholder while the panel's code loads. */
  size: string;
  children: (close: () => void) => ReactNode;
}

/** Toolbar button that opens a panel and loads its code on first use. */
export function PanelButton({ label, icon, size, children }: PanelButtonProps) {
  const [open, setOpen] = useState(false);
  return (
    <Popover
      open={open}
      onOpenChange={setOpen}
      label={label}
      anchor={
        <PopoverTrigger asChild>
          <IconButton label={label}>{icon}</IconButton>
        </PopoverTrigger>
      }
    >
      <Suspense fallback={<div className={`max-w-full ${size}`} />}>
        {children(() => setOpen(false))}
      </Suspense>
    </Popover>
  );
}
