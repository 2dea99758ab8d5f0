"use client";
import { Suspense, useSyncExternalStore } from "react";
import { lazyPart } from "@/components/loading/lazy-part";
import { Skeleton } from "@/components/ui/skeleton";
import { ControlledField, type FormFieldProps } from "../form-field";

const RichTextEditor = lazyPart(() => import("./editor"));

const subscribeNever = () => () => {};
const yes = () => true;
const no = () => false;

/** Rich text; the value is sanitised HTML. A server that stores it sanitises it again by lib/html/allowed.ts. */
export function RichTextField(field: FormFieldProps) {
  // A server-rendered editor would accept input before its code is loaded, and lose it.
  const isHydrated = useSyncExternalStore(subscribeNever, yes, no);
  const waiting = <Skeleton className="h-[168px]" />;
  return (
    <ControlledField display="html" empty="" {...field}>
      {(control, label) => (
        <Suspense fallback={waiting}>
          {isHydrated ? <RichTextEditor label={label} {...control} /> : waiting}
        </Suspense>
      )}
    </ControlledField>
  );
}
