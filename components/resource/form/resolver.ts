"use client";
import { zodResolver } from "@hookform/resolvers/zod";
import { useTranslations } from "next-intl";
import { useMemo } from "react";
import type { FieldValues, Resolver } from "react-hook-form";
import type * as z from "zod";
import { messageOf } from "@/lib/validation/messages";

/** Checks a form by its contract schema, with the very texts that the server uses (FM-03). */
export function useSchemaResolver<Values extends FieldValues>(schema: z.ZodType): Resolver<Values> {
  const t = useTranslations("validation");
  return useMemo(() => {
    const error = (issue: z.core.$ZodRawIssue) => {
      const { key, values } = messageOf(issue as z.core.$ZodIssue);
      // Each text takes its own arguments; which ones is settled where the rule is read.
      return t(key as never, values as never) as string;
    };
    return zodResolver(schema as z.ZodType<Values, Values>, { error }) as Resolver<Values>;
  }, [schema, t]);
}
