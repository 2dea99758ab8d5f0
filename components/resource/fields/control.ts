import type { Ref } from "react";

/** What every control of this folder takes: a value and what to do with the next one, as react-hook-form hands them over. */
export interface ControlProps<Value> {
  value: Value;
  onChange: (value: Value) => void;
  onBlur?: () => void;
  name?: string;
  disabled?: boolean;
  ref?: Ref<HTMLElement>;
}
