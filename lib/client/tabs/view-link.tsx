"use client";
import type { ComponentPropsWithRef, MouseEvent } from "react";
import { useNavigation } from "./context";
import { usePrefix } from "./prefix";
import type { OpenOptions } from "./store";

interface ViewLinkProps extends Omit<ComponentPropsWithRef<"a">, "href"> {
  /** An address relative to the product, such as `/users/12`. */
  to: string;
  options?: OpenOptions;
}

/** A real link to a view: a click opens its tab, middle click and ctrl/cmd click open it in the background (TB-02). */
export function ViewLink({ to, options, onClick, onAuxClick, children, ...rest }: ViewLinkProps) {
  const { open } = useNavigation();
  const prefix = usePrefix();

  const follow = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event);
    if (event.defaultPrevented || event.shiftKey || event.altKey) return;
    event.preventDefault();
    open(to, event.ctrlKey || event.metaKey ? { ...options, mode: "background" } : options);
  };

  const followAside = (event: MouseEvent<HTMLAnchorElement>) => {
    onAuxClick?.(event);
    if (event.defaultPrevented || event.button !== 1) return;
    event.preventDefault();
    open(to, { ...options, mode: "background" });
  };

  return (
    <a href={to === "/" ? prefix || "/" : prefix + to} onClick={follow} onAuxClick={followAside} {...rest}>
      {children}
    </a>
  );
}
