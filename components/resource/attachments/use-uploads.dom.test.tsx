// @vitest-environment jsdom
import { NextIntlClientProvider } from "next-intl";
import { act } from "react";
import { createRoot, type Root } from "react-dom/client";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { PublicConfigProvider } from "@/lib/client/public-config";
import type { PublicConfig } from "@/lib/installation/public-config";
import common from "@/messages/en/common.json";
import validation from "@/messages/en/validation.json";
import { useUploads } from "./use-uploads";

const config = { attachmentMegabytes: 1 } as PublicConfig;

/** Sent requests, to be answered by the test. */
let sent: { name: string; answer: () => void }[] = [];
let root: Root;
let uploads: ReturnType<typeof useUploads>;

class Request extends EventTarget {
  upload = {};
  status = 200;
  responseText = '"id"';
  onload?: () => void;
  onabort?: () => void;
  onloadend?: () => void;
  open() {}
  setRequestHeader() {}
  getAllResponseHeaders() {
    return "content-type: application/json";
  }
  send(body: FormData) {
    const answer = () => {
      this.onload?.();
      this.onloadend?.();
    };
    sent.push({ name: String(body.get("fileName")), answer });
  }
  abort() {
    this.onabort?.();
    this.onloadend?.();
  }
}

function Uploads() {
  uploads = useUploads();
  return null;
}

beforeEach(() => {
  vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true);
  vi.stubGlobal("XMLHttpRequest", Request);
  sent = [];
  root = createRoot(document.createElement("div"));
  act(() =>
    root.render(
      <NextIntlClientProvider locale="en" messages={{ common, validation }} timeZone="UTC">
        <PublicConfigProvider config={config}>
          <Uploads />
        </PublicConfigProvider>
      </NextIntlClientProvider>,
    ),
  );
  act(() => uploads.add(["a", "b", "c", "d", "e"].map((name) => new File(["x"], `${name}.txt`))));
});
afterEach(() => {
  act(() => root.unmount());
  vi.unstubAllGlobals();
});

const keyOf = (name: string) => uploads.uploads.find(({ file }) => file.name === `${name}.txt`)?.key ?? "";
const names = () => sent.map(({ name }) => name.replaceAll('"', ""));
const answer = (at: number) => act(async () => sent[at]?.answer());

test("[AT-02] files removed during sending are skipped, renamed ones sent by their new name", async () => {
  let ids: readonly string[] | undefined;
  await act(async () => {
    void uploads.sendAll().then((all) => {
      ids = all;
    });
  });
  expect(names()).toEqual(["a", "b"]);
  act(() => uploads.remove(keyOf("c")));
  act(() => uploads.rename(keyOf("d"), "renamed"));
  act(() => uploads.rename(keyOf("e"), ""));
  await answer(0);
  expect(names()).toEqual(["a", "b", "renamed"]);
  await answer(1);
  await answer(2);
  expect(names()).toHaveLength(3);
  expect(uploads.isSending).toBe(false);
  expect(uploads.uploads.find(({ fileName }) => fileName === "")?.nameProblem).toBe(validation.required);
  act(() => uploads.remove(keyOf("e")));
  await act(async () => {
    ids = await uploads.sendAll();
  });
  expect(ids).toHaveLength(3);
});

test("[AT-02] cancelling all starts no waiting upload", async () => {
  await act(async () => void uploads.sendAll());
  await act(async () => uploads.cancel());
  expect(names()).toEqual(["a", "b"]);
  expect(uploads.uploads.map(({ state }) => state)).toEqual(Array(5).fill("waiting"));
});

test("[AT-02] [CF-03] a file over the installation's limit is reported and not sent", async () => {
  act(() => uploads.add([new File([new Uint8Array(1024 * 1024 + 1)], "large.txt")]));
  const large = uploads.uploads.find(({ fileName }) => fileName === "large");
  expect(large?.problem).toBe("Max file size: 1MB");
});
