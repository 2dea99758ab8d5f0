"use client";
import { useTranslations } from "next-intl";
import { Dialog } from "@/components/ui/dialog";
import { Kbd } from "@/components/ui/kbd";
import { useSingleKeys } from "../../ui/search-key";

type KeyName = "mod" | "shift" | "escape" | "enter" | "space" | "home" | "end" | "pageUp" | "pageDown";
/** One key or a combination, by name or by character. */
type Keys = readonly (KeyName | (string & {}))[];

/** All keyboard shortcuts by context. Single-character ones can be turned off. */
const keys = {
  everywhere: {
    palette: [["mod", "K"]],
    keys: [["?"]],
    search: [["/"]],
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
    rows: [["↑"], ["↓"]],
    cells: [["←"], ["→"]],
    ends: [["home"], ["end"]],
    screens: [["pageUp"], ["pageDown"]],
    select: [["space"]],
    selectMore: [
      ["shift", "↑"],
      ["shift", "↓"],
    ],
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

const isSingle = (all: readonly Keys[]) => all.some(([one]) => one === "?" || one === "/");

/** Lists the keyboard shortcuts of the workspace (SH-10). */
export default function KeysDialog({ onClose }: { onClose: () => void }) {
  const t = useTranslations("shell.keys");
  const isSingleOn = useSingleKeys();
  const nameOf = (key: string) => (t.has(`names.${key as KeyName}`) ? t(`names.${key as KeyName}`) : key);
  return (
    <Dialog open onOpenChange={onClose} title={t("title")} description={t("description")} size="lg">
      <div className="gap-x-8 sm:columns-2">
        {(Object.keys(keys) as (keyof typeof keys)[]).map((group) => (
          <section key={group} aria-label={t(`groups.${group}`)} className="break-inside-avoid pb-5">
            <h3 className="pb-1 font-semibold text-sm">{t(`groups.${group}`)}</h3>
            <dl>
              {Object.entries(keys[group]).map(([name, pressed]) => (
                <div
                  key={name}
                  className="flex min-h-8 flex-wrap items-center justify-between gap-x-4 gap-y-1 border-t py-1 text-sm"
                >
                  <dt className="min-w-0 max-w-full">
                    {t(`what.${name}` as "what.palette")}
                    {!isSingleOn && isSingle(pressed) && (
                      <span className="block text-muted text-xs">{t("off")}</span>
                    )}
                  </dt>
                  <dd className="ml-auto flex flex-wrap justify-end gap-1.5">
                    {pressed.map((together: Keys) => (
                      <Kbd key={together.join()}>{together.map(nameOf).join("+")}</Kbd>
                    ))}
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Dialog>
  );
}
