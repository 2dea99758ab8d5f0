// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { NextIntlClientProvider } from "next-intl";
import { act } from "react";
import { createRoot } from "react-dom/client";
import { expect, test } from "vitest";
import { TooltipProvider } from "@/components/ui/tooltip";
import { PublicConfigProvider } from "@/lib/client/public-config";
import type { PublicConfig } from "@/lib/public-config";
import attachments from "@/messages/en/attachments.json";
import common from "@/messages/en/common.json";
import fields from "@/messages/en/fields.json";
import resource from "@/messages/en/resource.json";
import validation from "@/messages/en/validation.json";
import { UploadPanel } from "./upload-panel";

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });

test("[AM-01] what was dropped before goes with the choice of a link, and stays away", async () => {
  const files = [new File(["x"], "Drawn.png", { type: "image/png" })];
  const root = createRoot(document.body.appendChild(document.createElement("div")));
  const ignore = () => {};
  await act(async () =>
    root.render(
      <PublicConfigProvider config={{ appTitle: "Hub", prefix: "" } as PublicConfig}>
        <QueryClientProvider client={new QueryClient()}>
          <NextIntlClientProvider
            locale="en"
            messages={{ attachments, common, fields, resource, validation }}
            timeZone="UTC"
          >
            <TooltipProvider>
              <UploadPanel files={files} onDone={ignore} onClose={ignore} />
            </TooltipProvider>
          </NextIntlClientProvider>
        </QueryClientProvider>
      </PublicConfigProvider>,
    ),
  );
  const names = () => [...document.querySelectorAll<HTMLInputElement>("input:not([type=file])")];
  const choose = (kind: string) =>
    act(async () => {
      const button = [...document.querySelectorAll("fieldset button")].find(
        ({ textContent }) => textContent === kind,
      );
      (button as HTMLButtonElement).click();
    });
  expect(names().map(({ value }) => value)).toEqual(["Drawn"]);
  await choose("Web address");
  await choose("File");
  expect(names()).toEqual([]);
  act(() => root.unmount());
});
