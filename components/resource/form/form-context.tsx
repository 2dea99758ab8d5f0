"use client";
import { createContext, useContext } from "react";

interface FormContextValue {
  /** False renders the fields as text. */
  editing: boolean;
  /** Returns the translated label of a field. */
  label: (name: string) => string;
  /** Stored values, shown while not editing. */
  stored: Readonly<Record<string, unknown>>;
  /** Missing stored values are still loading. */
  isPartial?: boolean;
  /** Excludes a field from drafts. */
  secret?: (name: string) => void;
}

const FormContext = createContext<FormContextValue | undefined>(undefined);

export const FormContextProvider = FormContext.Provider;

export function useFormContextValue(): FormContextValue {
  const value = useContext(FormContext);
  if (!value) throw new Error("Fields belong inside a form section");
  return value;
}
