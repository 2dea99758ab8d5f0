"use client";
import { lazy, Suspense } from "react";
import { Skeleton } from "@/components/ui/skeleton";
import { ControlledField, type FormFieldProps } from "../form-field";

const RichTextEditor = lazy(() => import("./editor"));

/** Rich text; the value is sanitised HTML. A server that stores it sanitises it again, by lib/html/allowed.ts. */
export function RichTextField(field: FormFieldProps) {
  return (
    <ControlledField display="html" empty="" {...field}>
      {(control, label) => (
        <Suspense fallback={<Skeleton className="h-[168px]" />}>
          <RichTextEditor label={label} {...control} />
        </Suspense>
      )}
    </ControlledField>
  );
}
