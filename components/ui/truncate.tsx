"use client";
import { type ReactNode, useState } from "react";
import { cn } from "./cn";
import { Tooltip } from "./tooltip";

/** One line of text; when it is cut off, pointing at it shows the whole (SH-08). */
export function Truncate({ className, children }: { className?: string; children: ReactNode }) {
  // The tooltip is mounted on demand: tables have thousands of these.
  const [whole, setWhole] = useState(false);
  const text = (
    <span
      className={cn("block truncate", className)}
      onPointerEnter={({ currentTarget: { scrollWidth, clientWidth } }) =>
        setWhole(scrollWidth > clientWidth)
      }
      onPointerLeave={() => setWhole(false)}
    >
      {children}
    </span>
  );
  return whole ? (
    <Tooltip content={children} open>
      {text}
    </Tooltip>
  ) : (
    text
  );
}
