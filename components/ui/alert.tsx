import { CircleAlert, CircleCheck, Info, TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { cn } from "./cn";

const tones = {
  info: { icon: Info, className: "border-primary/30 bg-primary-subtle [&>svg]:text-primary" },
  success: { icon: CircleCheck, className: "border-success/30 bg-success-subtle [&>svg]:text-success" },
  warning: { icon: TriangleAlert, className: "border-warning/35 bg-warning-subtle [&>svg]:text-warning" },
  danger: { icon: CircleAlert, className: "border-danger/30 bg-danger-subtle [&>svg]:text-danger" },
};

interface AlertProps {
  tone?: keyof typeof tones;
  title?: ReactNode;
  action?: ReactNode;
  className?: string;
  /** Makes it a named region instead of a live message: its content is interactive and not announced. */
  region?: string;
  children?: ReactNode;
}

/** Errors interrupt screen readers (role alert); the other tones wait (role status). */
export function Alert({ tone = "info", title, action, className, region, children }: AlertProps) {
  const { icon: Icon, className: look } = tones[tone];
  return (
    <div
      {...(region
        ? { role: "region", "aria-label": region }
        : { role: tone === "danger" ? "alert" : "status" })}
      className={cn("flex items-start gap-2.5 rounded border px-3 py-2.5 text-sm", look, className)}
    >
      <Icon aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
      <div className="min-w-0 flex-1">
        {title && <p className="font-medium">{title}</p>}
        {children}
      </div>
      {action && <div className="shrink-0">{action}</div>}
    </div>
  );
}
