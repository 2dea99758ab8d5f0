"use client";
import { ArrowDown, ArrowUp, Pin } from "lucide-react";
import { useTranslations } from "next-intl";
import { useEffect, useLayoutEffect, useRef, useState } from "react";
import { ReasonedButton } from "@/components/resource/form/reasoned-button";
import { Checkbox } from "@/components/ui/checkbox";
import { cn } from "@/components/ui/cn";
import { IconButton } from "@/components/ui/icon-button";
import { Input } from "@/components/ui/input";
import { RadioGroup } from "@/components/ui/radio-group";
import { Skeleton } from "@/components/ui/skeleton";
import { useFirstFocus } from "@/components/ui/use-first-focus";
import { matches } from "@/lib/client/tabs/text-match";
import { maxAttributeColumns } from "@/lib/contract/attribute-types";
import { attributeOfColumn } from "@/lib/contract/filters";
import { withColumn, withMoved, withPinned } from "./change-layout";
import { type Density, defaultLayout, densities, isDefault, orderColumns, visibleColumns } from "./layout";
import type { LayoutTarget } from "./use-layout";

// Breakpoints of `table-box` in pixels.
const widths = { xs: 304, sm: 392, md: 588, lg: 880, xl: 1080, chosen: Number.POSITIVE_INFINITY };

/** Settings for visible columns, their order and pinning, and row density; changes are applied and saved immediately. */
export default function LayoutPanel({ control, columns: given, attributes, box }: LayoutTarget) {
  const t = useTranslations("resource.table.layout");
  const tooMany = t("mostAttributes", { count: maxAttributeColumns });
  const { layout, setLayout, density, setDensity } = control;
  const panel = useRef<HTMLDivElement>(null);
  useFirstFocus(panel);
  const [room, setRoom] = useState(Number.MAX_VALUE);
  useLayoutEffect(() => {
    if (box.current) setRoom(box.current.clientWidth);
  }, [box]);

  const { load, loaded } = attributes;
  useEffect(() => load?.(), [load]);
  // A removed attribute stays listed until the panel is closed, so that it can be added again.
  const [seen, setSeen] = useState<readonly string[]>([]);
  const chosenLast = useRef<string>(undefined);
  useEffect(() => {
    if (chosenLast.current === undefined) return;
    const row = `[data-column="${CSS.escape(chosenLast.current)}"] input`;
    panel.current?.querySelector<HTMLElement>(row)?.focus();
    chosenLast.current = undefined;
  });
  const gone = loaded?.filter(({ id }) => seen.includes(id) && !given.some((one) => one.id === id));
  const columns = gone?.length ? [...given, ...gone] : given;
  const chosen = columns.filter(({ id }) => attributeOfColumn(id) && layout.shown.includes(id)).length;

  const left = visibleColumns(columns, layout);
  const isTooNarrow = ({ from }: Column) => from !== undefined && room < widths[from];
  const isShown = (column: Column) =>
    left.includes(column) && (!isTooNarrow(column) || layout.shown.includes(column.id) || column === left[0]);
  const shown = columns.filter(isShown);
  const all = orderColumns(columns, layout);
  const isPinned = (id: string) => layout.pinned.includes(id);
  const widthOf = (id: string) =>
    box.current?.querySelector(`th[data-column="${CSS.escape(id)}"]`)?.getBoundingClientRect().width ||
    undefined;
  const isDefaultLayout = isDefault(layout) && density === "standard";

  return (
    <div ref={panel} className="flex w-80 max-w-full flex-col gap-4 p-3">
      <fieldset className="flex flex-col gap-2">
        <legend className="pb-2 font-medium text-sm">{t("columns")}</legend>
        {all.map((column, place) => {
          const { id } = column;
          const isAttribute = attributeOfColumn(id) !== undefined;
          const refusal =
            shown.length === 1 && shown[0] === column
              ? t("oneStays")
              : isAttribute && !isShown(column) && chosen >= maxAttributeColumns
                ? tooMany
                : undefined;
          return (
            <ColumnRow
              key={id}
              column={column}
              neighbours={{ moveUp: all[place - 1], moveDown: all[place + 1] }}
              isPinned={isPinned}
              isShown={isShown(column)}
              refusal={refusal}
              onShow={(isWanted) => {
                if (isAttribute) setSeen([...seen, id]);
                setLayout(withColumn(layout, id, isWanted, isTooNarrow(column)));
              }}
              onPin={(isWanted) => setLayout(withPinned(layout, id, isWanted, widthOf(id)))}
              onMove={(other) => setLayout(withMoved(layout, columns, id, other))}
            />
          );
        })}
        <p className="pt-1 text-muted text-xs">{t("hint")}</p>
      </fieldset>
      {load && (
        <AttributeChoice
          offered={loaded?.filter(({ id }) => !columns.some((column) => column.id === id))}
          refusal={chosen < maxAttributeColumns ? undefined : tooMany}
          onChoose={(id) => {
            setSeen([...seen, id]);
            setLayout(withColumn(layout, id, true, true));
            // It is now among the columns, so the focus moves there.
            chosenLast.current = id;
          }}
        />
      )}
      <fieldset>
        <legend className="pb-2 font-medium text-sm">{t("density")}</legend>
        <RadioGroup
          label={t("density")}
          value={density}
          onValueChange={(value) => setDensity(value as Density)}
          options={(Object.keys(densities) as Density[]).map((value) => ({ value, label: t(value) }))}
        />
      </fieldset>
      <ReasonedButton
        size="sm"
        disabledReason={isDefaultLayout ? t("nothingToReset") : undefined}
        onClick={() => {
          setLayout(defaultLayout);
          setDensity("standard");
        }}
      >
        {t("reset")}
      </ReasonedButton>
    </div>
  );
}

type Column = LayoutTarget["columns"][number];

interface ColumnRowProps {
  column: Column;
  neighbours: { moveUp: Column | undefined; moveDown: Column | undefined };
  isPinned: (id: string) => boolean;
  isShown: boolean;
  /** Why it cannot be shown or hidden. */
  refusal: string | undefined;
  onShow: (isWanted: boolean) => void;
  onPin: (isWanted: boolean) => void;
  /** Swaps with another column. */
  onMove: (otherId: string) => void;
}

/** One column to show or hide, pin and move. */
function ColumnRow({ column, neighbours, isPinned, isShown, refusal, ...on }: ColumnRowProps) {
  const t = useTranslations("resource.table.layout");
  const { id, header } = column;
  const move = (label: keyof typeof neighbours) => {
    const other = neighbours[label];
    const mayMove = other && isPinned(other.id) === isPinned(id);
    return (
      <IconButton
        size="sm"
        className="size-6 px-0"
        label={t(label, { column: header })}
        aria-disabled={!mayMove}
        onClick={() => mayMove && on.onMove(other.id)}
      >
        {label === "moveUp" ? <ArrowUp /> : <ArrowDown />}
      </IconButton>
    );
  };
  return (
    <div data-column={id} className="flex items-center gap-1">
      <div className="min-w-0 flex-1">
        <Checkbox
          label={header}
          checked={isShown}
          disabled={refusal !== undefined}
          aria-description={refusal}
          onChange={({ target }) => on.onShow(target.checked)}
        />
      </div>
      <IconButton
        size="sm"
        className={cn("size-6 px-0", isPinned(id) && "text-primary")}
        label={t("pin", { column: header })}
        aria-pressed={isPinned(id)}
        onClick={() => on.onPin(!isPinned(id))}
      >
        <Pin className={cn(isPinned(id) && "fill-current")} />
      </IconButton>
      {move("moveUp")}
      {move("moveDown")}
    </div>
  );
}

/** Number of attributes listed without a search. */
const maxWithoutSearch = 8;

interface AttributeChoiceProps {
  /** Attributes that are not columns yet; undefined while loading. */
  offered: readonly { id: string; header: string }[] | undefined;
  /** Why no more can be added. */
  refusal: string | undefined;
  onChoose: (id: string) => void;
}

/** Attributes that can be added as columns; there may be thousands. */
function AttributeChoice({ offered, refusal, onChoose }: AttributeChoiceProps) {
  const t = useTranslations("resource.table.layout");
  const [phrase, setPhrase] = useState("");
  if (!offered) return <Skeleton className="h-16 w-full" />;
  const found = offered.filter(({ header }) => matches(phrase.trim(), header));
  if (offered.length === 0) return null;
  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="pb-2 font-medium text-sm">{t("attributes")}</legend>
      {(offered.length > maxWithoutSearch || phrase !== "") && (
        <Input
          aria-label={t("findAttribute")}
          placeholder={t("findAttribute")}
          autoComplete="off"
          value={phrase}
          onChange={({ target }) => setPhrase(target.value)}
        />
      )}
      {found.slice(0, maxWithoutSearch).map(({ id, header }) => (
        <Checkbox
          key={id}
          label={header}
          checked={false}
          disabled={refusal !== undefined}
          aria-description={refusal}
          onChange={() => onChoose(id)}
        />
      ))}
      <p role="status" className="text-muted text-xs">
        {refusal ??
          (found.length > maxWithoutSearch
            ? t("moreAttributes", { count: found.length - maxWithoutSearch })
            : found.length === 0 && t("noSuchAttribute"))}
      </p>
    </fieldset>
  );
}
