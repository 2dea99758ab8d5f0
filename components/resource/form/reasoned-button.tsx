"use client";
import { Button, type ButtonProps } from "@/components/ui/button";
import { Tooltip } from "@/components/ui/tooltip";

interface ReasonedButtonProps extends ButtonProps {
  /** Why the button is disabled; undefined if it is enabled. */
  disabledReason?: string;
}

/** Button that explains why it is disabled; it stays focusable for keyboard and screen reader users. */
export function ReasonedButton({ disabledReason, onClick, ...rest }: ReasonedButtonProps) {
  const off = disabledReason !== undefined;
  const button = (
    <Button
      {...rest}
      // aria-describedby would override the reason.
      {...(off && { "aria-disabled": true, "aria-describedby": undefined })}
      aria-description={disabledReason}
      onClick={off ? (event) => event.preventDefault() : onClick}
    />
  );
  return off ? <Tooltip content={disabledReason}>{button}</Tooltip> : button;
}
