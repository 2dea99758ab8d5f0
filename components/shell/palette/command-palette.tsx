"use client";
import { Search } from "lucide-react";
import { useTranslations } from "next-intl";
import { startTransition, useEffect, useId, useRef, useState } from "react";
import { Avatar } from "@/components/ui/avatar";
import { cn } from "@/components/ui/cn";
import { Dialog } from "@/components/ui/dialog";
import { idle } from "@/components/ui/idle";
import { Kbd, KeyHint } from "@/components/ui/kbd";
import { followIntoView } from "@/components/ui/view-focus";
import type { PaletteCommand } from "./actions";
import { arrange } from "./arrange";
import { useCommandGroups, withRecords } from "./commands";
import { useFound } from "./found";
import { matchedParts } from "./marks";
import { paletteState } from "./palette-state";
import type { MatchKind } from "./rank";
import { useSelection } from "./use-selection";

/** More than fit into the list initially. */
const maxInitial = 14;

/** Finds views, records and commands by a few letters of their names (SH-10). */
export default function CommandPalette({ onClose }: { onClose: () => void }) {
  const t = useTranslations("shell.palette");
  const listId = useId();
  const list = useRef<HTMLDivElement>(null);
  const [typed, setTyped] = useState(() => paletteState.getState().typed);
  const phrase = typed.trim();
  const { records, everywhere, isSearching } = useFound(phrase);
  const arranged = arrange(phrase, withRecords(useCommandGroups(), records));
  const groups = useProgressiveGroups(arranged.groups, phrase);
  const commands = [...groups.flatMap((group) => group.commands), ...(everywhere ? [everywhere] : [])];

  const choose = ({ leads, run }: PaletteCommand) => {
    if (leads) followIntoView();
    onClose();
    run();
  };
  const { selected, point, reset, onKeyDown } = useSelection({
    commands,
    isIncomplete: isSearching && (!arranged.best || arranged.best === "letters"),
    list,
    choose,
  });
  const idOf = ({ id }: PaletteCommand) => `${listId}-${encodeURIComponent(id)}`;
  const row = (command: PaletteCommand) => (
    <Row
      key={command.id}
      id={idOf(command)}
      command={command}
      phrase={phrase}
      kind={arranged.kinds.get(command)}
      isSelected={command === selected}
      onPoint={() => point(command)}
      onChoose={() => choose(command)}
    />
  );
  return (
    <Dialog open onOpenChange={onClose} title={t("title")} bare size="md" className="overflow-hidden">
      <div className="flex shrink-0 items-center gap-2 border-b px-4">
        <Search aria-hidden="true" className="size-4 shrink-0 text-muted" />
        <input
          type="text"
          role="combobox"
          aria-label={t("title")}
          aria-expanded
          aria-haspopup="listbox"
          aria-autocomplete="list"
          aria-controls={listId}
          aria-activedescendant={selected && idOf(selected)}
          autoComplete="off"
          autoCorrect="off"
          spellCheck={false}
          maxLength={200}
          placeholder={t("placeholder")}
          value={typed}
          onChange={({ target }) => {
            reset();
            setTyped(target.value);
          }}
          onKeyDown={onKeyDown}
          className="h-12 min-w-0 flex-1 bg-transparent text-base outline-none placeholder:text-muted"
        />
        <Kbd>{t("closeKey")}</Kbd>
      </div>
      <div
        ref={list}
        role="listbox"
        id={listId}
        tabIndex={-1}
        aria-label={t("title")}
        className="max-h-[min(420px,60dvh)] min-h-0 overflow-y-auto overscroll-contain p-2"
      >
        {groups.map(({ id, commands }) => (
          // biome-ignore lint/a11y/useSemanticElements: group of options, not of fields
          <div key={id} role="group" aria-label={t(`groups.${id}`)} className="pb-1">
            <div aria-hidden="true" className="px-2 py-1.5 text-muted text-xs">
              {t(`groups.${id}`)}
            </div>
            {commands.map(row)}
          </div>
        ))}
        {everywhere && row(everywhere)}
      </div>
      <Outcome count={commands.length} isSearching={isSearching} phrase={phrase} />
    </Dialog>
  );
}

interface RowProps {
  id: string;
  command: PaletteCommand;
  phrase: string;
  /** How well it matches the phrase. */
  kind: MatchKind | undefined;
  isSelected: boolean;
  onPoint: () => void;
  onChoose: () => void;
}

function Row({ id, command, phrase, kind, isSelected, onPoint, onChoose }: RowProps) {
  const { label, hint, icon: Icon, person, keys } = command;
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the combobox handles the keys
    <div
      role="option"
      id={id}
      tabIndex={-1}
      aria-selected={isSelected}
      onPointerMove={onPoint}
      // Keeps the focus in the combobox.
      onMouseDown={(event) => event.preventDefault()}
      onClick={onChoose}
      className={cn(
        "flex min-h-9 cursor-pointer items-center gap-2.5 rounded px-2 py-1 text-sm",
        isSelected && "bg-selected",
      )}
    >
      {person ? (
        <Avatar {...person} size={20} className="-mx-0.5" />
      ) : (
        <Icon aria-hidden="true" className="size-4 shrink-0 text-muted" />
      )}
      <span className="min-w-0 shrink truncate">
        <Marked text={label} phrase={phrase} kind={kind} />
      </span>
      {hint && (
        <span className="ml-auto min-w-0 shrink-[2] truncate text-muted text-xs">
          <Marked text={hint} phrase={phrase} kind={kind === "related" ? kind : undefined} />
        </span>
      )}
      {keys && <KeyHint keys={keys} className={hint ? undefined : "ml-auto"} />}
    </div>
  );
}

/** Marks what matches by weight and line, not only by colour; the text that a screen reader reads stays whole. */
function Marked({ text, phrase, kind }: Pick<RowProps, "phrase" | "kind"> & { text: string }) {
  let place = 0;
  return matchedParts(text, phrase, kind).map((part) => {
    const key = place;
    place += part.text.length;
    return part.isMatch ? (
      <b
        key={key}
        className="font-semibold underline decoration-primary underline-offset-3 [text-decoration-skip-ink:none]"
      >
        {part.text}
      </b>
    ) : (
      part.text
    );
  });
}

/** Announced to screen readers, and visible if the list is empty. */
function Outcome({ count, isSearching, phrase }: { count: number; isSearching: boolean; phrase: string }) {
  const t = useTranslations("shell.palette");
  const common = useTranslations("common");
  const text = isSearching
    ? common("loading")
    : count === 0
      ? common("noResults")
      : phrase && t("found", { count });
  return (
    <p role="status" className={count === 0 ? "px-2 py-6 text-center text-muted text-sm" : "sr-only"}>
      {text}
    </p>
  );
}

/** Returns further commands after the palette is painted or when the user types. */
function useProgressiveGroups<Id, Command>(
  groups: { id: Id; commands: readonly Command[] }[],
  phrase: string,
): { id: Id; commands: readonly Command[] }[] {
  const [isWhole, setWhole] = useState(false);
  useEffect(() => idle(() => startTransition(() => setWhole(true))), []);
  if (isWhole || phrase) return groups;
  let room = maxInitial;
  return groups.flatMap(({ id, commands }) => {
    const first = commands.slice(0, Math.max(0, room));
    room -= first.length;
    return first.length > 0 ? [{ id, commands: first }] : [];
  });
}
