"use client";
import { type ReactNode, Suspense, useState } from "react";
import { IconButton } from "@/components/ui/icon-button";
import { Popover, PopoverTrigger } from "@/components/ui/popover";

interface PanelButtonProps {
  label: string;
  icon: ReactNode;
  /** In the place of the panel while its code comes, as classes. */
  size: string;
  children: (close: () => void) => ReactNode;
}

/** A button of the toolbar that opens a panel, whose code comes when it is first opened. */
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
      <Suspense fallback={<div className={size} />}>{children(() => setOpen(false))}</Suspense>
    </Popover>
  );
}
