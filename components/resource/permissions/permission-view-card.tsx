"use client";

import { Check, Minus } from "lucide-react";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { Switch } from "@/components/ui/switch";
import { Tooltip } from "@/components/ui/tooltip";
import { useFormat } from "@/lib/client/format";
import type { PermissionNode } from "@/lib/contract/roles";
import { usePermissionPartLabel } from "../values/permission-labels";
import { countOf, type Granted, mayTurnOn, toggle, toggleAll } from "./tree";

interface PermissionViewCardProps {
  node: PermissionNode;
  granted: Granted;
  editing: boolean;
  /** Whether the search matches a permission of the view. */
  matches: (id: string) => boolean;
  canGrant: (id: string) => boolean;
  showNames: boolean;
  onChange: (granted: Granted) => void;
}

/** One view with its actions, and its sections with theirs (PM-03). */
export function PermissionViewCard({
  node,
  granted,
  editing,
  matches,
  canGrant,
  showNames,
  onChange,
}: PermissionViewCardProps) {
  const t = useTranslations("permissions");
  const format = useFormat();
  const partLabel = usePermissionPartLabel();
  const viewId = node.view.permissionId;
  const view = partLabel(viewId);
  const count = countOf(node, granted);

  const canTurnOn = (id: string) => mayTurnOn(node, granted, id, canGrant);
  const item = (id: string, label: string, strong = false) => (
    <PermissionSwitch
      key={id}
      id={id}
      label={label}
      strong={strong}
      granted={granted.has(id)}
      editing={editing}
      lockedReason={canTurnOn(id) ? undefined : t("lacking")}
      showName={showNames}
      onToggle={(on) => onChange(toggle(node, granted, id, on))}
    />
  );
  const actions = node.actions.filter(({ permissionId }) => matches(permissionId));
  const segments = node.segments.filter(({ segment, actions: own }) =>
    [segment, ...own].some(({ permissionId }) => matches(permissionId)),
  );

  return (
    <section aria-label={view} className="rounded-lg border bg-surface">
      <header className="flex min-h-12 flex-wrap items-center gap-x-3 gap-y-1 border-b px-4 py-2">
        <h3 className="font-semibold text-base">{view}</h3>
        <p className="flex-1 whitespace-nowrap text-muted text-xs tabular-nums">
          {t("granted", { granted: format.number(count.granted), total: format.number(count.total) })}
        </p>
        {editing && (
          <div className="flex flex-wrap gap-1">
            <Button
              variant="ghost"
              size="sm"
              aria-label={t("selectAllOf", { view })}
              onClick={() => onChange(toggleAll(node, granted, true, (id) => !canTurnOn(id)))}
            >
              {t("selectAll")}
            </Button>
            <Button
              variant="ghost"
              size="sm"
              aria-label={t("unselectAllOf", { view })}
              onClick={() => onChange(toggleAll(node, granted, false))}
            >
              {t("unselectAll")}
            </Button>
          </div>
        )}
      </header>
      <div className="flex flex-col gap-4 p-4">
        {matches(viewId) && item(viewId, t("view"), true)}
        {actions.length > 0 && (
          <Group title={t("actions")}>{actions.map(({ permissionId: id }) => item(id, partLabel(id)))}</Group>
        )}
        {segments.length > 0 && (
          <Group title={t("sections")}>
            {segments.map(({ segment, actions: own }) => (
              <div key={segment.permissionId} className="flex flex-col gap-2">
                {item(segment.permissionId, partLabel(segment.permissionId))}
                {own.length > 0 && (
                  <div className="ml-4 flex flex-col gap-2 border-l pl-4">
                    {own.map(({ permissionId: id }) => item(id, partLabel(id)))}
                  </div>
                )}
              </div>
            ))}
          </Group>
        )}
      </div>
    </section>
  );
}

function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <fieldset className="min-w-0">
      <legend className="mb-2 text-muted text-xs">{title}</legend>
      <div className="grid grid-cols-1 items-start gap-x-6 gap-y-2.5 @lg:grid-cols-2 @3xl:grid-cols-3">
        {children}
      </div>
    </fieldset>
  );
}

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

/** A switch while editing; otherwise an icon with text, since it cannot be pressed. */
function PermissionSwitch({
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
        // Stays focusable, so that keyboard and screen reader users find the reason.
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
