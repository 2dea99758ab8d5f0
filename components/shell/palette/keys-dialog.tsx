"use client";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { useKeyedAreas } from "@/components/area/destinations";
import { Dialog } from "@/components/ui/dialog";
import { Kbd } from "@/components/ui/kbd";
import { goKeys } from "../../ui/single-keys";
import { useSingleKeysSetting } from "../../ui/use-single-keys";

type KeyName =
  | "mod"
  | "shift"
  | "escape"
  | "enter"
  | "space"
  | "home"
  | "end"
  | "pageUp"
  | "pageDown"
  | "delete";
/** One key or a combination, by name or by character. */
type Keys = readonly (KeyName | (string & {}))[];

/** All keyboard shortcuts by context. Single-character ones can be turned off. */
const keys = {
  everywhere: {
    palette: [["mod", "K"]],
    keys: [["?"]],
    search: [["/"]],
    create: [["C"]],
    edit: [["E"]],
    remove: [["#"], ["delete"]],
    close: [["escape"]],
    message: [["Alt", "T"]],
  },
  tabs: {
    next: [["Alt", "pageDown"]],
    previous: [["Alt", "pageUp"]],
    move: [
      ["Alt", "shift", "pageDown"],
      ["Alt", "shift", "pageUp"],
    ],
    find: [["Alt", "shift", "A"]],
    closeTab: [["Alt", "shift", "W"]],
    reopen: [["Alt", "shift", "T"]],
    menu: [["shift", "F10"]],
  },
  lists: {
    filter: [["F"]],
    rows: [["↑"], ["↓"]],
    cells: [["←"], ["→"]],
    ends: [["home"], ["end"]],
    screens: [["pageUp"], ["pageDown"]],
    peek: [["space"]],
    select: [["X"], ["shift", "space"]],
    selectMore: [
      ["shift", "↑"],
      ["shift", "↓"],
    ],
    clear: [["escape"]],
    restore: [["R"]],
    columnWidth: [
      ["shift", "←"],
      ["shift", "→"],
    ],
    columnPlace: [
      ["mod", "shift", "←"],
      ["mod", "shift", "→"],
    ],
  },
  forms: {
    save: [["mod", "enter"]],
    link: [["mod", "K"]],
  },
} as const satisfies { [group: string]: { [what: string]: readonly Keys[] } };

const isSingle = ([key = "", ...more]: Keys) => more.length === 0 && /^([/?#A-Z]|delete)$/.test(key);

/** Lists the keyboard shortcuts of the workspace (SH-10). */
export default function KeysDialog({ onClose }: { onClose: () => void }) {
  const t = useTranslations("shell.keys");
  const label = useTranslations();
  const areas = useKeyedAreas();
  return (
    <Dialog open onOpenChange={onClose} title={t("title")} description={t("description")} size="lg">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scrolls, and has nothing else that takes the focus */}
      <section aria-label={t("title")} tabIndex={0} className="gap-x-8 sm:columns-2">
        {(Object.keys(keys) as (keyof typeof keys)[]).map((group) => (
          <Group key={group} title={t(`groups.${group}`)}>
            {Object.entries(keys[group]).map(([name, pressed]) => (
              <Shortcut key={name} label={t(`what.${name}` as "what.palette")} keys={pressed} />
            ))}
          </Group>
        ))}
        <Group title={t("groups.go")}>
          {areas.map((area) => (
            <Shortcut key={area.name} label={label(area.label)} keys={[[goKeys(area.goKey)]]} isSequence />
          ))}
        </Group>
      </section>
    </Dialog>
  );
}

function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title} className="break-inside-avoid pb-5">
      <h3 className="pb-1 font-semibold text-sm">{title}</h3>
      <dl>{children}</dl>
    </section>
  );
}

interface ShortcutProps {
  label: string;
  /** Alternatives. */
  keys: readonly Keys[];
  /** A sequence of single keys. */
  isSequence?: boolean;
}

function Shortcut({ label, keys, isSequence = false }: ShortcutProps) {
  const t = useTranslations("shell.keys");
  const isSingleOn = useSingleKeysSetting();
  const nameOf = (key: string) => (t.has(`names.${key as KeyName}`) ? t(`names.${key as KeyName}`) : key);
  const working = isSingleOn ? keys : keys.filter((each) => !isSequence && !isSingle(each));
  return (
    <div className="flex min-h-8 flex-wrap items-center justify-between gap-x-4 gap-y-1 border-t py-1 text-sm">
      <dt className="min-w-0 max-w-full">
        {label}
        {working.length === 0 && <span className="block text-muted text-xs">{t("off")}</span>}
      </dt>
      <dd className="ml-auto flex flex-wrap justify-end gap-1.5">
        {(working.length > 0 ? working : keys).map((together) => (
          <Kbd key={together.join()}>{together.map(nameOf).join("+")}</Kbd>
        ))}
      </dd>
    </div>
  );
}
