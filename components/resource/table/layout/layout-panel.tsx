"use client";
import { useTranslations } from "next-intl";
import { useLayoutEffect, useRef, useState } from "react";
import { ReasonedButton } from "@/components/resource/form/reasoned-button";
import { Checkbox } from "@/components/ui/checkbox";
import { RadioGroup } from "@/components/ui/radio-group";
import { useFirstFocus } from "@/components/ui/use-first-focus";
import { columnsLeft, type Density, defaultLayout, densities, isDefault, withColumn } from "./layout";
import type { LayoutTarget } from "./use-layout";

// As `table-box` has them, in pixels.
const widths = { sm: 392, md: 588, lg: 784, chosen: Number.POSITIVE_INFINITY };

/** Which columns are shown and how close together the rows are; what is chosen shows and is kept at once. */
export default function LayoutPanel({ control, columns, box }: LayoutTarget) {
  const t = useTranslations("resource.table.layout");
  const { layout, setLayout, density, setDensity } = control;
  const panel = useRef<HTMLDivElement>(null);
  useFirstFocus(panel);
  const [room, setRoom] = useState(Number.MAX_VALUE);
  useLayoutEffect(() => {
    if (box.current) setRoom(box.current.clientWidth);
  }, [box]);

  const left = columnsLeft(columns, layout);
  const isTooNarrow = ({ from }: LayoutTarget["columns"][number]) =>
    from !== undefined && room < widths[from];
  const isShown = (column: LayoutTarget["columns"][number]) =>
    left.includes(column) && (!isTooNarrow(column) || layout.shown.includes(column.id) || column === left[0]);
  const shown = columns.filter(isShown);
  const isAsGiven = isDefault(layout) && density === "standard";

  return (
    <div ref={panel} className="flex w-64 max-w-full flex-col gap-4 p-3">
      <fieldset className="flex flex-col gap-2">
        <legend className="pb-2 font-medium text-sm">{t("columns")}</legend>
        {columns.map((column) => {
          const isLast = shown.length === 1 && shown[0] === column;
          return (
            <Checkbox
              key={column.id}
              label={column.header}
              checked={isShown(column)}
              disabled={isLast}
              aria-description={isLast ? t("oneStays") : undefined}
              onChange={({ target }) =>
                setLayout(withColumn(layout, column.id, target.checked, isTooNarrow(column)))
              }
            />
          );
        })}
      </fieldset>
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
        disabledReason={isAsGiven ? t("nothingToReset") : undefined}
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
