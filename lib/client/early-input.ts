type TextField = HTMLInputElement | HTMLTextAreaElement;

declare global {
  interface Window {
    /** What was clicked and typed before the page worked, and how it is let through. */
    hubEarly?: {
      release: () => void;
      /** Lets through what was ticked, before anything is drawn anew and puts the first value back. */
      releaseBoxes: () => void;
    };
  }
}

/**
 * What the server has rendered can be clicked and typed into before its code has taken over. React drops such clicks, and
 * puts the first value back over what was typed. So clicks are held back until the view works, and then done again; of
 * fields and lists, the last value is kept and entered again, and of boxes, which show their mark at once, whether they are ticked.
 * Keys that open something are pressed again, and the one of searches leads there at once, for what is typed after it.
 *
 * Runs from the page's head, written out as a script of its own: nothing outside of this function exists there.
 */
export function holdEarlyInput(): void {
  // Clicks go through even when a view's code never arrives: plain links and forms still work then.
  const timeout = 10_000;
  /** With what was clicked, and what that lies in: parts of it may be drawn anew meanwhile. */
  const clicks: [event: MouseEvent, path: EventTarget[]][] = [];
  const typed = new Map<TextField, string>();
  const ticked = new Map<HTMLInputElement, boolean>();
  const chosen = new Map<HTMLSelectElement, string>();
  // React writes its properties onto the elements that it has taken over.
  const isTakenOver = (element: Element) =>
    Object.keys(element).some((key) => key.startsWith("__reactProps$"));
  let boxesWork = false;

  const hold = (event: MouseEvent) => {
    const { target } = event;
    if (
      event.type === "click" &&
      target instanceof HTMLInputElement &&
      /^(checkbox|radio)$/.test(target.type)
    ) {
      if (boxesWork && isTakenOver(target)) return;
      event.stopImmediatePropagation();
      ticked.set(target, target.checked);
      return;
    }
    // A right button's press does nothing by itself; done again, it would close the menu that has come of it.
    if (event.type === "pointerdown" && event.button !== 0) return;
    // Where there is no menu of ours, the browser shows its own.
    if (
      event.type === "contextmenu" &&
      !(target instanceof Element && target.closest("[aria-haspopup=menu]"))
    )
      return;
    if (event.type !== "pointerdown") event.preventDefault();
    event.stopImmediatePropagation();
    clicks.push([event, event.composedPath()]);
  };
  /** Who presses a key again does so because nothing has come of it yet. */
  let lastKey: KeyboardEvent | undefined;
  // Whether they are turned off is for whoever answers to them later; a search says by itself that it has a key.
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
  const keyAgain = () => {
    if (!lastKey) return;
    const { target } = lastKey;
    const place = target instanceof Element && target.isConnected ? target : document.body;
    place.dispatchEvent(new KeyboardEvent("keydown", lastKey));
  };
  const note = ({ target }: Event) => {
    if (target instanceof HTMLSelectElement) chosen.set(target, target.value);
    if (target instanceof HTMLTextAreaElement) typed.set(target, target.value);
    if (target instanceof HTMLInputElement && !/^(checkbox|radio|button|submit|file)$/.test(target.type))
      typed.set(target, target.value);
  };
  // As a person does it: React takes an input event for a change only if the value is not the one it knows.
  const enter = (field: TextField, value: string) => {
    const { prototype } = field instanceof HTMLInputElement ? HTMLInputElement : HTMLTextAreaElement;
    const { selectionStart, selectionEnd } = field;
    field.value = field.defaultValue;
    Object.getOwnPropertyDescriptor(prototype, "value")?.set?.call(field, value);
    if (selectionStart !== null && document.activeElement === field)
      field.setSelectionRange(selectionStart, selectionEnd);
    field.dispatchEvent(new Event("input", { bubbles: true }));
  };
  // React draws what one input has changed before the next comes, as it does for people: handlers know what came before.
  const inTurn = ([step, ...later]: readonly (() => void)[]) => {
    step?.();
    if (later.length > 0) queueMicrotask(() => inTurn(later));
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
    boxesWork = true;
    inTurn(ticks(isTakenOver));
  };
  const stopHolding = () => {
    window.removeEventListener("pointerdown", hold, true);
    window.removeEventListener("click", hold, true);
    window.removeEventListener("contextmenu", hold, true);
    window.removeEventListener("keydown", holdKey, true);
  };
  const clickAgain = (click: MouseEvent, path: EventTarget[]) => {
    const target = path.find((place) => place instanceof Element && place.isConnected);
    if (!target || target === document.body || target === document.documentElement) return;
    // A click without a press comes from the keyboard, whose keys menus listen to instead.
    const { ctrlKey, metaKey, shiftKey, altKey } = click;
    const enter = { key: "Enter", ctrlKey, metaKey, shiftKey, altKey, bubbles: true, cancelable: true };
    const isHandled =
      click.type === "click" &&
      click.detail === 0 &&
      !target.dispatchEvent(new KeyboardEvent("keydown", enter));
    if (!isHandled) target.dispatchEvent(new (click.constructor as typeof MouseEvent)(click.type, click));
  };
  // Menus open when a button goes down, all else when it has come up again: each is done again in its order.
  const clicksAgain = () =>
    clicks.splice(0).map(
      ([click, path]) =>
        () =>
          clickAgain(click, path),
    );
  const release = () => {
    window.hubEarly = undefined;
    stopHolding();
    window.removeEventListener("input", note, true);
    inTurn([
      ...[...typed].map(([field, value]) => () => {
        if (field.isConnected) enter(field, value);
      }),
      ...[...chosen].map(([list, value]) => () => {
        if (!list.isConnected) return;
        list.value = value;
        list.dispatchEvent(new Event("change", { bubbles: true }));
      }),
      ...ticks(() => true),
      ...clicksAgain(),
      keyAgain,
    ]);
  };

  window.hubEarly = { release, releaseBoxes };
  window.addEventListener("pointerdown", hold, true);
  window.addEventListener("click", hold, true);
  window.addEventListener("contextmenu", hold, true);
  window.addEventListener("keydown", holdKey, true);
  window.addEventListener("input", note, true);
  // What was typed and ticked goes on waiting for what can take it.
  setTimeout(() => {
    stopHolding();
    inTurn(clicksAgain());
  }, timeout);
}
