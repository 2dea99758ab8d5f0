"use client";
import { useTranslations } from "next-intl";
import { useCallback } from "react";
import type { MultipleFieldErrors } from "react-hook-form";
import type { FieldFault } from "@/lib/client/api/error";
import type { BrokenRule } from "@/lib/contract/errors";

/**
 * The rules that a server named beside its messages, as react-hook-form keeps them with the field: their names, and as JSON
 * what fills their texts. Undefined unless it named one for each message.
 */
export function rulesOf(faults: readonly FieldFault[]): MultipleFieldErrors | undefined {
  const broken = faults.flatMap((fault) => fault.broken ?? []);
  if (broken.length === 0 || broken.length < faults.length) return undefined;
  return Object.fromEntries(broken.map(({ rule, values = {} }) => [rule, JSON.stringify(values)]));
}

/** Says in the language that is spoken now what a server said in another; undefined where that is not known here. */
export function useTranslatedFaults() {
  const t = useTranslations("validation");
  const say = useCallback(
    ({ rule, values }: BrokenRule) =>
      t.has(rule as never) ? (t(rule as never, values as never) as string) : undefined,
    [t],
  );
  const sayRules = useCallback(
    (rules: MultipleFieldErrors | undefined) => {
      const texts = Object.entries(rules ?? {}).map(([rule, values]) =>
        typeof values === "string" ? say({ rule, values: JSON.parse(values) }) : undefined,
      );
      return texts.length > 0 && texts.every((text) => text !== undefined) ? texts.join(" ") : undefined;
    },
    [say],
  );
  return { say, sayRules };
}
