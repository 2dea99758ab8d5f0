type TextField = HTMLInputElement | HTMLTextAreaElement;

declare global {
  interface Window {
    /** Controls input held before hydration. */
    hubEarly?: {
      release: () => void;
      /** Replays ticked boxes, before a render resets them. */
      releaseBoxes: () => void;
      /** Checkboxes and radio buttons that accept input. */
      hydratedBoxes: WeakSet<Element>;
    };
  }
}

/**
 * Server-rendered elements accept input before React hydrates them. React drops such clicks and resets typed values. So
 * clicks are held until the view is hydrated, and then replayed; for fields, selects and checkboxes the last state is kept
 * and entered again. Keys that open something are replayed; the search key focuses the search at once, for the input that
 * follows.
 * Runs inlined in the page's head: nothing outside this function exists there.
 */
export function holdEarlyInput(): void {
  // Lets clicks through if a view's code never loads: plain links and forms still work then.
  const timeout = 10_000;
  /** Each with its target's ancestors: parts of the page may be rendered again meanwhile. */
  const clicks: [event: MouseEvent, path: EventTarget[]][] = [];
  const typed = new Map<TextField, string>();
  const ticked = new Map<HTMLInputElement, boolean>();
  const chosen = new Map<HTMLSelectElement, string>();
  const hydratedBoxes = new WeakSet<Element>();
  let areBoxesHydrated = false;

  const holdClick = (event: MouseEvent) => {
    const { target } = event;
    if (
      event.type === "click" &&
      target instanceof HTMLInputElement &&
      /^(checkbox|radio)$/.test(target.type)
    ) {
      if (areBoxesHydrated && hydratedBoxes.has(target)) return;
      event.stopImmediatePropagation();
      ticked.set(target, target.checked);
      return;
    }
    // The press of a right button does nothing; replaying it would close the menu it opened.
    if (event.type === "pointerdown" && event.button !== 0) return;
    // Elsewhere the browser shows its own context menu.
    if (
      event.type === "contextmenu" &&
      !(target instanceof Element && target.closest("[aria-haspopup=menu]"))
    )
      return;
    if (event.type !== "pointerdown") event.preventDefault();
    event.stopImmediatePropagation();
    clicks.push([event, event.composedPath()]);
  };
  /** A repeated key press replaces the earlier one. */
  let lastKey: KeyboardEvent | undefined;
  // Disabled shortcuts are the handler's concern; the search has its own key.
  const holdKey = (event: KeyboardEvent) => {
    const { key, code, ctrlKey, metaKey, shiftKey, altKey, target } = event;
    const opensPalette =
      ctrlKey !== metaKey &&
      !shiftKey &&
      !altKey &&
      (/^k$/i.test(key) || (code === "KeyK" && !/^[a-z]$/i.test(key)));
    const isTyped =
      target instanceof Element && target.closest("input:not([type=checkbox]), textarea, select");
    const isCommand = /^[/?]$/.test(key) && !ctrlKey && !metaKey && !altKey && !isTyped;
    if ((!opensPalette && !isCommand) || event.repeat || event.isComposing) return;
    event.preventDefault();
    const box =
      key === "/" &&
      [...document.querySelectorAll<HTMLInputElement>('#content [aria-keyshortcuts="/"]')].find((each) =>
        each.checkVisibility(),
      );
    if (!box) {
      lastKey = event;
      return;
    }
    box.focus();
    box.select();
  };
  const replayKey = () => {
    if (!lastKey) return;
    const { target } = lastKey;
    const place = target instanceof Element && target.isConnected ? target : document.body;
    place.dispatchEvent(new KeyboardEvent("keydown", lastKey));
  };
  const recordValue = ({ target }: Event) => {
    if (target instanceof HTMLSelectElement) chosen.set(target, target.value);
    if (target instanceof HTMLTextAreaElement) typed.set(target, target.value);
    if (target instanceof HTMLInputElement && !/^(checkbox|radio|button|submit|file)$/.test(target.type))
      typed.set(target, target.value);
  };
  // Uses the native setter: React ignores an input event with a value it already knows.
  const enter = (field: TextField, value: string) => {
    const { prototype } = field instanceof HTMLInputElement ? HTMLInputElement : HTMLTextAreaElement;
    const { selectionStart, selectionEnd } = field;
    field.value = field.defaultValue;
    Object.getOwnPropertyDescriptor(prototype, "value")?.set?.call(field, value);
    if (selectionStart !== null && document.activeElement === field)
      field.setSelectionRange(selectionStart, selectionEnd);
    field.dispatchEvent(new Event("input", { bubbles: true }));
  };
  // Sequentially, so that React renders each input before the next, as with a real user.
  const runSequentially = ([step, ...later]: readonly (() => void)[]) => {
    step?.();
    if (later.length > 0) queueMicrotask(() => runSequentially(later));
  };
  const ticks = (isReady: (box: HTMLInputElement) => boolean) =>
    [...ticked]
      .filter(([box]) => isReady(box))
      .map(([box, wanted]) => {
        ticked.delete(box);
        return () => {
          if (!box.isConnected) return;
          box.checked = !wanted;
          box.click();
        };
      });
  const releaseBoxes = () => {
    areBoxesHydrated = true;
    runSequentially(ticks((box) => hydratedBoxes.has(box)));
  };
  const stopHolding = () => {
    window.removeEventListener("pointerdown", holdClick, true);
    window.removeEventListener("click", holdClick, true);
    window.removeEventListener("contextmenu", holdClick, true);
    window.removeEventListener("keydown", holdKey, true);
  };
  const replayClick = (click: MouseEvent, path: EventTarget[]) => {
    const target = path.find((place) => place instanceof Element && place.isConnected);
    if (!target || target === document.body || target === document.documentElement) return;
    // A click without a press comes from the keyboard, and menus listen to keys instead.
    const { ctrlKey, metaKey, shiftKey, altKey } = click;
    const enter = { key: "Enter", ctrlKey, metaKey, shiftKey, altKey, bubbles: true, cancelable: true };
    const isHandled =
      click.type === "click" &&
      click.detail === 0 &&
      !target.dispatchEvent(new KeyboardEvent("keydown", enter));
    if (!isHandled) target.dispatchEvent(new (click.constructor as typeof MouseEvent)(click.type, click));
  };
  // Menus open on pointer down, everything else on click: each is replayed in its order.
  const replayClicks = () =>
    clicks.splice(0).map(
      ([click, path]) =>
        () =>
          replayClick(click, path),
    );
  const release = () => {
    window.hubEarly = undefined;
    stopHolding();
    window.removeEventListener("input", recordValue, true);
    runSequentially([
      ...[...typed].map(([field, value]) => () => {
        if (field.isConnected) enter(field, value);
      }),
      ...[...chosen].map(([list, value]) => () => {
        if (!list.isConnected) return;
        list.value = value;
        list.dispatchEvent(new Event("change", { bubbles: true }));
      }),
      ...ticks(() => true),
      ...replayClicks(),
      replayKey,
    ]);
  };

  window.hubEarly = { release, releaseBoxes, hydratedBoxes };
  window.addEventListener("pointerdown", holdClick, true);
  window.addEventListener("click", holdClick, true);
  window.addEventListener("contextmenu", holdClick, true);
  window.addEventListener("keydown", holdKey, true);
  window.addEventListener("input", recordValue, true);
  // Typed and ticked input keeps waiting for hydration.
  setTimeout(() => {
    stopHolding();
    runSequentially(replayClicks());
  }, timeout);
}
