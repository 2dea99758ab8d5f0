// @vitest-environment jsdom
import { NextIntlClientProvider } from "next-intl";
import { act } from "react";
import { createRoot } from "react-dom/client";
import { expect, test, vi } from "vitest";
import { toast } from "@/components/ui/toast";
import { Toasts } from "./toasts";

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });

async function shown() {
  const place = document.body.appendChild(document.createElement("div"));
  const root = createRoot(place);
  await act(async () =>
    root.render(
      <NextIntlClientProvider locale="en" messages={{ shell: { notifications: "Messages" } }}>
        <Toasts />
      </NextIntlClientProvider>,
    ),
  );
  return { place, root };
}

test("[SH-08] [SH-09] Tab moves past a toast, which does not take the focus back when removed", async () => {
  const [before, after] = ["before", "after"].map(() => document.createElement("button"));
  document.body.append(...[before, after].filter((each) => each !== undefined));
  const { place, root } = await shown();
  await act(async () => toast.success("Saved."));
  await expect.poll(() => place.querySelector("li")?.textContent).toBe("Saved.");

  // Simulates browser focus events, since jsdom sets no relatedTarget.
  const li = place.querySelector("li");
  const passes = (type: string, relatedTarget?: HTMLElement) =>
    act(async () => li?.dispatchEvent(new FocusEvent(type, { bubbles: true, relatedTarget })));
  await passes("focusin", before);
  after?.focus();
  await passes("focusout", after);
  expect(document.activeElement).toBe(after);

  await passes("focusin", before);
  await act(async () => root.unmount());
  expect(document.activeElement).toBe(after);
});

test("[SH-08] [SH-11] a toast's action moves the focus into the view, as its button is removed", async () => {
  const content = document.body.appendChild(document.createElement("main"));
  content.id = "content";
  const panel = content.appendChild(document.createElement("div"));
  Object.assign(panel, { tabIndex: -1, checkVisibility: () => true });
  panel.setAttribute("role", "tabpanel");
  const { place, root } = await shown();
  const undo = vi.fn();
  await act(async () => toast.success("Gone.", { label: "Undo", run: undo }));
  await expect.poll(() => place.querySelector("button")?.textContent).toBe("Undo");

  place.querySelector("button")?.focus();
  await act(async () => place.querySelector("button")?.click());
  expect(undo).toHaveBeenCalledOnce();
  expect(document.activeElement).toBe(panel);
  await act(async () => root.unmount());
});
