"use client";
import { zodResolver } from "@hookform/resolvers/zod";
import { useTranslations } from "next-intl";
import { useMemo } from "react";
import type { FieldValues, Resolver } from "react-hook-form";
import type * as z from "zod";
import { messageOf } from "@/lib/validation/messages";

/** Validates a form against its contract schema, with the same messages as the server (FM-03). */
export function useSchemaResolver<Values extends FieldValues>(schema: z.ZodType): Resolver<Values> {
  const t = useTranslations("validation");
  return useMemo(() => {
    const error = (issue: z.core.$ZodRawIssue) => {
      const { key, values } = messageOf(issue as z.core.$ZodIssue);
      // The arguments of each message are determined where the rule is read.
      return t(key as never, values as never) as string;
    };
    return zodResolver(schema as z.ZodType<Values, Values>, { error }) as Resolver<Values>;
  }, [schema, t]);
}
