"use client";
import { createContext, useContext } from "react";

interface FormContextValue {
  /** Reads like text when false. */
  editing: boolean;
  /** What a field is called, in the user's language. */
  label: (name: string) => string;
  /** The stored values, shown while not editing. */
  stored: Readonly<Record<string, unknown>>;
  /** Stored values that are not there have not come yet. */
  isPartial?: boolean;
  /** Keeps a field out of what the browser remembers until it is saved. */
  secret?: (name: string) => void;
}

const FormContext = createContext<FormContextValue | undefined>(undefined);

export const FormContextProvider = FormContext.Provider;

export function useFormContextValue(): FormContextValue {
  const value = useContext(FormContext);
  if (!value) throw new Error("Fields belong inside a form section");
  return value;
}
