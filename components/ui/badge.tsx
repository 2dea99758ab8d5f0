import type { ReactNode } from "react";
import { cn } from "./cn";

const tones = {
  neutral: "border-border bg-hover text-muted",
  primary: "border-primary/25 bg-primary-subtle text-primary",
  success: "border-success/25 bg-success-subtle text-success",
  warning: "border-warning/30 bg-warning-subtle text-warning",
  danger: "border-danger/25 bg-danger-subtle text-danger",
};

export function Badge({
  tone = "neutral",
  className,
  children,
}: {
  tone?: keyof typeof tones;
  className?: string;
  children: ReactNode;
}) {
  return (
    <span
      className={cn(
        "inline-flex h-5 shrink-0 items-center rounded-sm border px-1.5 font-medium text-xs tabular-nums",
        tones[tone],
        className,
      )}
    >
      {children}
    </span>
  );
}
