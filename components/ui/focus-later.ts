type Find = () => HTMLElement | null | undefined;

let wanted: Find | undefined;

const holders = ":is([role=dialog], [role=menu])[data-state=open]";

/** Moves the focus immediately, or after the open dialog, panel or menu has closed. */
export function focusWhenFree(find: Find): void {
  const target = find();
  const dialog = [...document.querySelectorAll(holders)].at(-1);
  if (dialog && !dialog.contains(target ?? null)) wanted = find;
  else target?.focus();
}

/** Returns and clears the pending focus target. */
export function takePendingFocus(): HTMLElement | undefined {
  const target = wanted?.();
  wanted = undefined;
  return target?.isConnected ? target : undefined;
}
