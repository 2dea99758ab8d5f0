"use client";
import { Button, type ButtonProps } from "@/components/ui/button";
import { Tooltip } from "@/components/ui/tooltip";

interface ReasonedButtonProps extends ButtonProps {
  /** Why the button does nothing now; undefined when it works. */
  disabledReason?: string;
}

/** A button that says why it is disabled: it keeps the focus, so that keyboard and screen reader find the reason. */
export function ReasonedButton({ disabledReason, onClick, ...rest }: ReasonedButtonProps) {
  const off = disabledReason !== undefined;
  const button = (
    <Button
      {...rest}
      // A description by reference would win over the reason.
      {...(off && { "aria-disabled": true, "aria-describedby": undefined })}
      aria-description={disabledReason}
      onClick={off ? (event) => event.preventDefault() : onClick}
    />
  );
  return off ? <Tooltip content={disabledReason}>{button}</Tooltip> : button;
}
