"use client";
import { Clock } from "lucide-react";
import { useTranslations } from "next-intl";
import type { Range } from "@/lib/validation/dates";
import type { ControlProps } from "./control";
import { OptionList } from "./option-list";
import { stepOf, timeSteps } from "./time-steps";
import { TypedInput } from "./typed-input";
import { useTyped } from "./use-typed";

interface TimeListProps extends Range {
  /** `HH:mm`, or empty. */
  value: string;
  onChange: (time: string) => void;
  takesFocus?: boolean;
  /** Leaves out times that there are not on a day, or that are out of its limits. */
  isOffered?: (time: string) => boolean;
  className?: string;
}

/** Times in steps of 15 minutes. */
export function TimeList({ value, onChange, min, max, isOffered = () => true, ...rest }: TimeListProps) {
  const t = useTranslations("fields");
  const { write } = useTyped("time");
  return (
    <OptionList
      label={t("chooseTime")}
      options={timeSteps(min, max)
        .filter(isOffered)
        .map((time) => ({ value: time, label: write(time) ?? time }))}
      selected={value}
      near={value ? stepOf(value) : "08:00"}
      onSelect={onChange}
      {...rest}
    />
  );
}

/** A time of day, `HH:mm` or empty; any minute can be typed, every 15th chosen. */
export function TimeInput({ min, max, ...control }: ControlProps<string> & Range) {
  const t = useTranslations("fields");
  return (
    <TypedInput
      kind="time"
      choose={t("chooseTime")}
      icon={Clock}
      panel={({ value, choose }) => <TimeList value={value} onChange={choose} min={min} max={max} />}
      {...control}
    />
  );
}
