"use client";
import { Check, Minus } from "lucide-react";
import { useTranslations } from "next-intl";
import { cn } from "@/components/ui/cn";
import { Switch } from "@/components/ui/switch";
import { Tooltip } from "@/components/ui/tooltip";

interface PermissionSwitchProps {
  /** The permission's technical name. */
  id: string;
  label: string;
  granted: boolean;
  editing: boolean;
  /** Why the switch cannot be turned on. */
  lockedReason?: string;
  showName: boolean;
  strong?: boolean;
  onToggle: (on: boolean) => void;
}

/** A switch while editing; otherwise a mark and words, since nothing there can be pressed. */
export function PermissionSwitch({
  id,
  label,
  granted,
  editing,
  lockedReason,
  showName,
  strong = false,
  onToggle,
}: PermissionSwitchProps) {
  const t = useTranslations("permissions");
  const text = (
    <>
      <span className={cn(strong && "font-medium", !editing && !granted && "text-muted")}>{label}</span>
      {showName && <code className="block break-all text-muted text-xs">{id}</code>}
    </>
  );
  if (!editing) {
    const Mark = granted ? Check : Minus;
    return (
      <p className="flex items-start gap-2 text-base">
        <Mark
          aria-hidden="true"
          className={cn("mt-0.5 size-4 shrink-0", granted ? "text-success" : "text-muted")}
        />
        <span className="min-w-0">
          {text}
          <span className="sr-only">: {t(granted ? "on" : "off")}</span>
        </span>
      </p>
    );
  }
  const locked = lockedReason !== undefined && !granted;
  const control = (
    <span className="inline-flex max-w-full">
      <Switch
        label={text}
        checked={granted}
        // It keeps the focus, so that keyboard and screen reader find the reason.
        aria-disabled={locked || undefined}
        aria-description={locked ? lockedReason : undefined}
        title={showName ? undefined : id}
        onChange={(event) => {
          if (!locked) onToggle(event.target.checked);
        }}
      />
    </span>
  );
  return locked ? <Tooltip content={lockedReason}>{control}</Tooltip> : control;
}
