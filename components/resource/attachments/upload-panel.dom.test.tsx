// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { NextIntlClientProvider } from "next-intl";
import { act, type ComponentProps } from "react";
import { createRoot } from "react-dom/client";
import { expect, test } from "vitest";
import { PublicConfigProvider } from "@/lib/client/public-config";
import type { PublicConfig } from "@/lib/installation/public-config";
import attachments from "@/messages/en/attachments.json";
import common from "@/messages/en/common.json";
import fields from "@/messages/en/fields.json";
import resource from "@/messages/en/resource.json";
import validation from "@/messages/en/validation.json";
import { UploadPanel } from "./upload-panel";

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });

const ignore = () => {};

async function showPanel(props: Partial<ComponentProps<typeof UploadPanel>>) {
  const root = createRoot(document.body.appendChild(document.createElement("div")));
  await act(async () =>
    root.render(
      <PublicConfigProvider config={{ appTitle: "Hub", prefix: "" } as PublicConfig}>
        <QueryClientProvider client={new QueryClient()}>
          <NextIntlClientProvider
            locale="en"
            messages={{ attachments, common, fields, resource, validation }}
            timeZone="UTC"
          >
            <UploadPanel onDone={ignore} onClose={ignore} {...props} />
          </NextIntlClientProvider>
        </QueryClientProvider>
      </PublicConfigProvider>,
    ),
  );
  return () => act(() => root.unmount());
}

test("[AM-01] choosing a link removes files dropped before", async () => {
  const end = await showPanel({ files: [new File(["x"], "Drawn.png", { type: "image/png" })] });
  const names = () => [...document.querySelectorAll<HTMLInputElement>("input:not([type=file])")];
  const choose = (kind: string) =>
    act(async () => {
      const button = [...document.querySelectorAll("fieldset button")].find(
        ({ textContent }) => textContent === kind,
      );
      (button as HTMLButtonElement).click();
    });
  expect(names().map(({ value }) => value)).toEqual(["Drawn"]);
  // The name field, in which Enter submits.
  expect(document.activeElement).toBe(names()[0]);
  await choose("Web address");
  await choose("File");
  expect(names()).toEqual([]);
  await end();
});

test.for([
  { inDialog: false, order: ["Add file", "Cancel"] },
  { inDialog: true, order: ["Cancel", "Add file"] },
])(
  "[AM-01] the submit button is placed as in other forms (in a dialog: $inDialog), and explains waiting",
  async ({ inDialog, order }) => {
    const end = await showPanel({ inDialog });
    const buttons = [...document.querySelectorAll<HTMLButtonElement>("form > :last-child button")];
    expect(buttons.map(({ textContent }) => textContent)).toEqual(order);
    const add = buttons[order.indexOf("Add file")];
    expect(add?.getAttribute("aria-disabled")).toBe("true");
    expect(add?.getAttribute("aria-description")).toBe("Choose a file first.");
    expect(add?.disabled).toBe(false);
    await end();
  },
);
