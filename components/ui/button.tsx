import type { ComponentPropsWithRef, ReactNode } from "react";
import { cn } from "./cn";
import { Spinner } from "./spinner";

const variants = {
  primary: "bg-primary text-primary-on hover:bg-primary-strong active:bg-primary-active",
  secondary: "border border-control/60 bg-surface text-text hover:bg-hover active:bg-active",
  ghost: "text-text hover:bg-hover active:bg-active",
  danger: "bg-danger text-danger-on hover:bg-danger-strong active:bg-danger-active",
};

const sizes = {
  sm: "h-7 px-2.5 text-xs",
  md: "h-8 px-3 text-sm",
  lg: "h-10 px-4 text-base",
};

export interface ButtonProps extends ComponentPropsWithRef<"button"> {
  variant?: keyof typeof variants;
  size?: keyof typeof sizes;
  /** Shows a spinner and ignores clicks; the button stays focusable. */
  loading?: boolean;
  icon?: ReactNode;
}

export function buttonClass({
  variant = "secondary",
  size = "md",
}: Pick<ButtonProps, "variant" | "size"> = {}) {
  return cn(
    "inline-flex shrink-0 select-none items-center justify-center gap-1.5 whitespace-nowrap rounded font-medium",
    "transition-colors [&_svg]:size-4 [&_svg]:shrink-0",
    "disabled:cursor-not-allowed disabled:opacity-50 aria-disabled:cursor-not-allowed aria-disabled:opacity-50",
    variants[variant],
    sizes[size],
  );
}

export function Button({
  variant,
  size,
  loading = false,
  icon,
  className,
  children,
  onClick,
  type = "button",
  ...rest
}: ButtonProps) {
  return (
    <button
      type={type}
      className={cn(buttonClass({ variant, size }), className)}
      aria-busy={loading || undefined}
      aria-disabled={loading || undefined}
      onClick={loading ? (event) => event.preventDefault() : onClick}
      {...rest}
    >
      {loading ? <Spinner /> : icon}
      {children}
    </button>
  );
}
