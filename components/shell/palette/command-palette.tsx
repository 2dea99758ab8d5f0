"use client";
import { useQuery } from "@tanstack/react-query";
import { Command, defaultFilter, useCommandState } from "cmdk";
import { FileText, Search } from "lucide-react";
import { useTranslations } from "next-intl";
import { startTransition, useEffect, useRef, useState } from "react";
import { useAreas } from "@/components/area/areas-context";
import { findArea } from "@/components/area/route";
import { Dialog } from "@/components/ui/dialog";
import { idle } from "@/components/ui/idle";
import { Kbd } from "@/components/ui/kbd";
import { followIntoView } from "@/components/ui/view-focus";
import { useCapability } from "@/lib/client/api/capabilities";
import { queryOf } from "@/lib/client/api/query";
import { isComposing } from "@/lib/client/composition";
import { useNavigation } from "@/lib/client/tabs";
import { contract } from "@/lib/contract";
import { fold } from "@/lib/format/fold";
import type { PaletteCommand } from "./actions";
import { type CommandGroup, useCommandGroups } from "./commands";
import { paletteState } from "./palette-state";

const debounce = 150;
const shortestPhrase = 2;
/** More than fit into the list initially. */
const maxInitial = 14;

/** Command that searches all collections. */
const everything = "found:all";

/** Matches the letters in typed order with gaps, ignoring case and diacritics. */
const score = (_: string, phrase: string, texts: string[] = []) =>
  Math.max(0, ...texts.map((text) => defaultFilter(text, fold(phrase))));

/** Finds views, records and commands by a few letters of their names (SH-10). */
export default function CommandPalette({ onClose }: { onClose: () => void }) {
  const t = useTranslations("shell.palette");
  const [phrase, setPhrase] = useState(() => paletteState.getState().typed);
  const groups = useProgressiveGroups(useCommandGroups(), phrase);
  const found = useFound(phrase.trim());
  const [highlighted, setHighlighted] = useState("");
  /** Whether the user selected it by keyboard or mouse. */
  const isOwnChoice = useRef(false);
  const first = found.commands[0]?.id;
  // Until records arrive, only the full search is listed.
  useEffect(() => {
    if (first && !isOwnChoice.current) setHighlighted((now) => (now === everything ? first : now));
  }, [first]);

  const choose = ({ leads, run }: PaletteCommand) => {
    if (leads) followIntoView();
    onClose();
    run();
  };
  return (
    <Dialog open onOpenChange={onClose} title={t("title")} bare size="md" className="overflow-hidden">
      <Command
        label={t("title")}
        filter={score}
        value={highlighted}
        onValueChange={setHighlighted}
        onPointerMove={() => {
          isOwnChoice.current = true;
        }}
        loop
        vimBindings={false}
        className="flex min-h-0 flex-col"
        // Enter that ends an IME composition is not a command; cmdk misses the event just after it.
        onKeyDown={(event) => {
          if (isComposing(event.nativeEvent) && event.key === "Enter") event.preventDefault();
          if (/^(Arrow|Home|End)/.test(event.key)) isOwnChoice.current = true;
        }}
      >
        <div className="flex items-center gap-2 border-b px-4">
          <Search aria-hidden="true" className="size-4 shrink-0 text-muted" />
          <Command.Input
            value={phrase}
            onValueChange={(typed) => {
              isOwnChoice.current = false;
              setPhrase(typed);
            }}
            maxLength={200}
            placeholder={t("placeholder")}
            className="h-12 min-w-0 flex-1 bg-transparent text-base outline-none placeholder:text-muted"
          />
          <Kbd>{t("closeKey")}</Kbd>
        </div>
        <Command.List
          label={t("title")}
          className="max-h-[min(420px,60dvh)] min-h-0 overflow-y-auto overscroll-contain p-2"
        >
          {groups.map(({ id, commands }) => (
            <Group key={id} heading={t(`groups.${id}`)}>
              {commands.map((command) => (
                <Row key={command.id} command={command} onChoose={() => choose(command)} />
              ))}
            </Group>
          ))}
          {found.commands.length > 0 && (
            <Group heading={t("groups.found")} isFound>
              {found.commands.map((command) => (
                <Row key={command.id} command={command} onChoose={() => choose(command)} isFound />
              ))}
            </Group>
          )}
        </Command.List>
        <Outcome found={found.commands.length} isSearching={found.isSearching} />
      </Command>
    </Dialog>
  );
}

interface GroupProps {
  heading: string;
  /** Matched by the server: its search is more precise than the filter here. */
  isFound?: boolean;
  children: React.ReactNode;
}

function Group({ heading, isFound, children }: GroupProps) {
  return (
    <Command.Group
      heading={heading}
      forceMount={isFound}
      className="pb-1 [&_[cmdk-group-heading]]:px-2 [&_[cmdk-group-heading]]:py-1.5 [&_[cmdk-group-heading]]:text-muted [&_[cmdk-group-heading]]:text-xs"
    >
      {children}
    </Command.Group>
  );
}

interface RowProps {
  command: PaletteCommand;
  isFound?: boolean;
  onChoose: () => void;
}

function Row({ command: { id, label, hint, icon: Icon, keys, words }, isFound, onChoose }: RowProps) {
  return (
    <Command.Item
      value={id}
      keywords={words}
      forceMount={isFound}
      onSelect={onChoose}
      className="flex min-h-9 cursor-pointer items-center gap-2.5 rounded px-2 py-1 text-sm data-[selected=true]:bg-hover"
    >
      <Icon aria-hidden="true" className="size-4 shrink-0 text-muted" />
      <span className="min-w-0 shrink truncate">{label}</span>
      {hint && <span className="ml-auto max-w-[45%] shrink-[2] truncate text-muted text-xs">{hint}</span>}
      {keys && (
        <span className={hint ? "shrink-0" : "ml-auto shrink-0"}>
          <Kbd>{keys}</Kbd>
        </span>
      )}
    </Command.Item>
  );
}

/** Announced to screen readers, and visible if the list is empty. */
function Outcome({ found, isSearching }: { found: number; isSearching: boolean }) {
  const t = useTranslations("shell.palette");
  const common = useTranslations("common");
  const matching = useCommandState((state) => state.filtered.count);
  const phrase = useCommandState((state) => state.search);
  const count = matching + found;
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

/** Renders further groups after the palette is painted or when the user types. */
function useProgressiveGroups(groups: CommandGroup[], phrase: string): CommandGroup[] {
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

/** Records of all collections (HO-02), with the full search as the last entry. */
function useFound(typed: string): { commands: PaletteCommand[]; isSearching: boolean } {
  const t = useTranslations();
  const { open } = useNavigation();
  const areas = useAreas();
  const isOffered = useCapability("search");
  const [phrase, setPhrase] = useState("");
  useEffect(() => {
    const timer = setTimeout(() => setPhrase(typed), debounce);
    return () => clearTimeout(timer);
  }, [typed]);
  const isAsked = isOffered && phrase.length >= shortestPhrase;
  const { data = [], isFetching } = useQuery({
    ...queryOf(contract.search.everywhere, { query: { phrase } }),
    enabled: isAsked,
    meta: { silent: true },
  });
  const isWanted = isOffered && typed.length >= shortestPhrase;
  if (!isWanted) return { commands: [], isSearching: false };
  const isCurrent = isAsked && phrase === typed;
  const records = (isCurrent ? data : []).flatMap(({ collection, list }) => {
    const area = findArea(areas, collection);
    return list.map(
      ({ id, name, hint, address }): PaletteCommand => ({
        id: `found:${collection}:${id}`,
        label: name,
        hint: [hint, area && t(area.label)].filter(Boolean).join(" · "),
        icon: area?.icon ?? FileText,
        leads: true,
        run: () => open(address),
      }),
    );
  });
  const all: PaletteCommand = {
    id: everything,
    label: t("shell.palette.everywhere", { phrase: typed }),
    icon: Search,
    leads: true,
    run: () => open(`/search?${new URLSearchParams({ everywhere: "true", phrase: typed })}`),
  };
  return { commands: [...records, all], isSearching: !isCurrent || isFetching };
}
