"use client";
import { useTranslations } from "next-intl";
import { useCallback } from "react";
import type { MultipleFieldErrors } from "react-hook-form";
import type { FieldFault } from "@/lib/client/api/error";
import type { BrokenRule } from "@/lib/contract/errors";

/**
 * Converts server rules to react-hook-form's format: rule names with their arguments as JSON. Undefined unless each message has a
 * rule.
 */
export function rulesOf(faults: readonly FieldFault[]): MultipleFieldErrors | undefined {
  const broken = faults.flatMap((fault) => fault.broken ?? []);
  if (broken.length === 0 || broken.length < faults.length) return undefined;
  return Object.fromEntries(broken.map(({ rule, values = {} }) => [rule, JSON.stringify(values)]));
}

/** Translates server messages to the current language; undefined for unknown messages. */
export function useTranslatedFaults() {
  const t = useTranslations("validation");
  const translate = useCallback(
    ({ rule, values }: BrokenRule) =>
      t.has(rule as never) ? (t(rule as never, values as never) as string) : undefined,
    [t],
  );
  const translateRules = useCallback(
    (rules: MultipleFieldErrors | undefined) => {
      const texts = Object.entries(rules ?? {}).map(([rule, values]) =>
        typeof values === "string" ? translate({ rule, values: JSON.parse(values) }) : undefined,
      );
      return texts.length > 0 && texts.every((text) => text !== undefined) ? texts.join(" ") : undefined;
    },
    [translate],
  );
  return { translate, translateRules };
}
