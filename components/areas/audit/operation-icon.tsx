import { KeyRound, type LucideIcon, Minus, Pencil, Plus, RotateCcw, ShieldAlert, Trash2 } from "lucide-react";
import { cn } from "@/components/ui/cn";
import type { Operation } from "@/lib/contract/audit";

const looks: Readonly<Record<Operation, readonly [LucideIcon, string]>> = {
  created: [Plus, "bg-success-subtle text-success"],
  changed: [Pencil, "bg-primary-subtle text-primary"],
  deleted: [Trash2, "bg-danger-subtle text-danger"],
  restored: [RotateCcw, "bg-accent-subtle text-accent"],
  added: [Plus, "bg-success-subtle text-success"],
  removed: [Minus, "bg-warning-subtle text-warning"],
  access: [KeyRound, "bg-hover text-muted"],
  failed: [ShieldAlert, "bg-danger-subtle text-danger"],
};

/** Kind of a change at a glance; decorative beside its text. */
export function OperationIcon({ operation, className }: { operation: Operation; className?: string }) {
  const [Icon, tone] = looks[operation];
  return (
    <span
      aria-hidden="true"
      className={cn("inline-flex size-5 shrink-0 items-center justify-center rounded-full", tone, className)}
    >
      <Icon className="size-3" />
    </span>
  );
}
