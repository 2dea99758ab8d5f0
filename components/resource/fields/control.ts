import type { Ref } from "react";

/** Common props of the controls in this folder: value and change handler, as provided by react-hook-form. */
export interface ControlProps<Value> {
  value: Value;
  onChange: (value: Value) => void;
  onBlur?: () => void;
  name?: string;
  disabled?: boolean;
  ref?: Ref<HTMLElement>;
}
