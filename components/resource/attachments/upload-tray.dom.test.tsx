// @vitest-environment jsdom
import { NextIntlClientProvider } from "next-intl";
import { act, type ReactNode } from "react";
import { createRoot, type Root } from "react-dom/client";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { signInAgain } from "@/components/errors/sign-in-again";
import { configureApi } from "@/lib/client/api/client";
import { PublicConfigProvider } from "@/lib/client/public-config";
import { TabStoreProvider } from "@/lib/client/tabs/context";
import { createTabStore } from "@/lib/client/tabs/store";
import type { PublicConfig } from "@/lib/installation/public-config";
import attachments from "@/messages/en/attachments.json";
import common from "@/messages/en/common.json";
import validation from "@/messages/en/validation.json";
import { backgroundUploads } from "./background-uploads";
import UploadTray from "./upload-tray";
import { useUploads } from "./use-uploads";

/** Sent requests, to be answered by the test. */
let sent: { name: string; answer: (status: number) => Promise<void>; isAborted: boolean }[] = [];
let root: Root;
let uploads: ReturnType<typeof useUploads>;
const onStored = vi.fn(async () => undefined);
const tabs = createTabStore("/");

class Request extends EventTarget {
  upload = {};
  status = 0;
  responseText = "{}";
  onload?: () => void;
  onabort?: () => void;
  onloadend?: () => void;
  own?: (typeof sent)[number];
  open() {}
  setRequestHeader() {}
  getAllResponseHeaders = () => "content-type: application/json";
  send(body: FormData) {
    const name = String(body.get("fileName")).replaceAll('"', "");
    const answer = (status: number) =>
      act(async () => {
        this.status = status;
        if (status === 200) this.responseText = `"id of ${name}"`;
        this.onload?.();
        this.onloadend?.();
      });
    this.own = { name, answer, isAborted: false };
    sent.push(this.own);
  }
  abort() {
    if (this.own) this.own.isAborted = true;
    this.onabort?.();
  }
}

function Form() {
  uploads = useUploads(onStored);
  return null;
}

const render = (content: ReactNode) =>
  act(async () =>
    root.render(
      <NextIntlClientProvider locale="en" messages={{ attachments, common, validation }} timeZone="UTC">
        <PublicConfigProvider config={{ attachmentMegabytes: 1 } as PublicConfig}>
          <TabStoreProvider store={tabs}>
            <UploadTray />
            {content}
          </TabStoreProvider>
        </PublicConfigProvider>
      </NextIntlClientProvider>,
    ),
  );

beforeEach(async () => {
  vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true);
  vi.stubGlobal("XMLHttpRequest", Request);
  configureApi({ prefix: "", language: () => "en", timeZone: () => "UTC", signInAgain: signInAgain.needed });
  sent = [];
  root = createRoot(document.body.appendChild(document.createElement("div")));
  await render(<Form />);
  act(() => uploads.add(["a", "b", "c"].map((name) => new File(["x"], `${name}.txt`))));
  await act(async () => void uploads.sendAll());
});
afterEach(async () => {
  await act(async () => backgroundUploads.end());
  act(() => root.unmount());
  onStored.mockClear();
  vi.unstubAllGlobals();
});

const tray = () => document.querySelector("aside")?.querySelector("[role=status]")?.textContent;
const click = (label: string) =>
  act(async () => document.querySelector<HTMLElement>(`aside [aria-label="${label}"]`)?.click());
const names = () => sent.map(({ name }) => name);

test("[AT-02] uploads go on without their form, with progress, retry, and links to the results", async () => {
  expect(tray()).toBeUndefined();
  await render(null);
  expect(tray()).toBe("Uploading 3 files");
  expect(document.querySelectorAll("aside [role=progressbar]")).toHaveLength(2);
  expect(document.querySelector("aside li")?.textContent).toBe("a.txt0%");
  await sent[0]?.answer(500);
  await click("Cancel the upload of b.txt");
  expect(sent[1]?.isAborted).toBe(true);
  expect(names()).toEqual(["a", "b", "c"]);
  await sent[2]?.answer(200);
  expect(tray()).toBe("1 file was not uploaded");
  expect(onStored).toHaveBeenLastCalledWith(["id of c"]);
  await click("Retry a.txt");
  await sent[3]?.answer(200);
  expect(tray()).toBe("2 files uploaded");
  expect(onStored).toHaveBeenLastCalledWith(["id of a"]);
  const links = [...document.querySelectorAll("aside a")].map((link) => link.getAttribute("href"));
  expect(links).toEqual(["/attachments/id of a", "/attachments/id of c"]);
  await click("Close uploads");
  expect(tray()).toBeUndefined();
});

test("[AT-02] [AU-08] running uploads make the browser ask before leaving, and end with the session", async () => {
  expect(backgroundUploads.isSending()).toBe(true);
  await render(null);
  await act(async () => backgroundUploads.end());
  expect(sent.map(({ isAborted }) => isAborted)).toEqual([true, true]);
  expect(names()).toEqual(["a", "b"]);
  expect(backgroundUploads.isSending()).toBe(false);
  expect(backgroundUploads.hasTray()).toBe(false);
});

test("[AT-02] [AU-05] without a session uploads wait, even if the user declines, and resume after sign-in", async () => {
  await render(null);
  await sent[0]?.answer(401);
  await act(async () => signInAgain.settle(false));
  expect(document.querySelector("aside")?.textContent).toContain("Paused until you sign in");
  expect(names()).toEqual(["a", "b"]);
  await act(async () => signInAgain.settle(true, performance.now()));
  expect(names()).toEqual(["a", "b", "a"]);
  await sent[2]?.answer(200);
  await sent[1]?.answer(200);
  await sent[3]?.answer(200);
  expect(tray()).toBe("3 files uploaded");
});
