"use client";
import { createContext, type ReactNode, useContext, useId } from "react";
import { cn } from "./cn";

interface FieldControl {
  id?: string;
  "aria-describedby"?: string;
  "aria-invalid"?: boolean;
  "aria-required"?: boolean;
}

const FieldContext = createContext<FieldControl>({});

/** Props for the control inside a {@link Field}; empty outside of one. */
export function useFieldControl(): FieldControl {
  return useContext(FieldContext);
}

interface FieldProps {
  label: ReactNode;
  help?: ReactNode;
  /** Replaces the help text. */
  error?: ReactNode;
  required?: boolean;
  className?: string;
  children: ReactNode;
}

/** Label above, one control, help or error below; names and describes the control for assistive technology. */
export function Field({ label, help, error, required, className, children }: FieldProps) {
  const id = useId();
  const note = error || help;
  const control: FieldControl = {
    id,
    "aria-describedby": note ? `${id}-note` : undefined,
    "aria-invalid": error ? true : undefined,
    "aria-required": required || undefined,
  };
  return (
    <div className={cn("flex min-w-0 flex-col gap-1", className)}>
      <label htmlFor={id} className="font-medium text-sm">
        {label}
        {required && (
          <span aria-hidden="true" className="ml-0.5 text-danger">
            *
          </span>
        )}
      </label>
      <FieldContext.Provider value={control}>{children}</FieldContext.Provider>
      {note && (
        <p id={`${id}-note`} className={cn("text-xs", error ? "text-danger" : "text-muted")}>
          {note}
        </p>
      )}
    </div>
  );
}
