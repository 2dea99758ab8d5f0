type Find = () => HTMLElement | null | undefined;

let wanted: Find | undefined;

const holders = ":is([role=dialog], [role=menu])[data-state=open]";

/** Moves the focus at once; while an open dialog, panel or menu holds it, as soon as that has closed. */
export function focusWhenFree(find: Find): void {
  const target = find();
  const dialog = [...document.querySelectorAll(holders)].at(-1);
  if (dialog && !dialog.contains(target ?? null)) wanted = find;
  else target?.focus();
}

/** What asked for the focus while something else held it. */
export function takeWanted(): HTMLElement | undefined {
  const target = wanted?.();
  wanted = undefined;
  return target?.isConnected ? target : undefined;
}
