// @vitest-environment jsdom
import { notifyManager, QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { NextIntlClientProvider } from "next-intl";
import { act } from "react";
import { createRoot, type Root } from "react-dom/client";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { onToast, type Toast } from "@/components/ui/toast";
import { PublicConfigProvider } from "@/lib/client/public-config";
import type { AttachmentDetail } from "@/lib/contract/attachments";
import type { PublicConfig } from "@/lib/installation/public-config";
import attachments from "@/messages/en/attachments.json";
import common from "@/messages/en/common.json";
import resource from "@/messages/en/resource.json";
import validation from "@/messages/en/validation.json";
import { useReplacement } from "./use-replacement";

vi.mock("@/components/resource/attachments/use-attachment-permissions", () => ({
  useAttachmentPermissions: () => ({ mayDownload: true }),
}));
/** Files sent as the next version of an attachment, to be answered by the test. */
let sent: { current: AttachmentDetail; file: File; answer: (saved: AttachmentDetail) => void }[] = [];
vi.mock("./content", () => ({
  saveVersion: (current: AttachmentDetail, file: File) =>
    new Promise<AttachmentDetail>((answer) => sent.push({ current, file, answer })),
}));

const plan = {
  attachmentId: "7",
  fileName: "plan",
  fileExtension: "pdf",
  fileSize: 5,
  syncVersion: 1,
  version: 3,
} as AttachmentDetail;
const replaced: AttachmentDetail = { ...plan, fileExtension: "txt", syncVersion: 2, version: 4 };
const file = (name: string) => new File(["new"], name);

let root: Root;
let toasts: Toast[];
let end: () => void;
let replacement: ReturnType<typeof useReplacement>;

function Replacement() {
  replacement = useReplacement(plan);
  return null;
}

beforeEach(() => {
  vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true);
  // Within act instead of in its own task.
  notifyManager.setScheduler(queueMicrotask);
  [sent, toasts] = [[], []];
  end = onToast((toast) => toasts.push(toast));
  root = createRoot(document.createElement("div"));
  const config = { attachmentMegabytes: 1, prefix: "" } as PublicConfig;
  act(() =>
    root.render(
      <NextIntlClientProvider
        locale="en"
        messages={{ attachments, common, resource, validation }}
        timeZone="UTC"
      >
        <PublicConfigProvider config={config}>
          <QueryClientProvider client={new QueryClient()}>
            <Replacement />
          </QueryClientProvider>
        </PublicConfigProvider>
      </NextIntlClientProvider>,
    ),
  );
});
afterEach(() => {
  act(() => root.unmount());
  end();
  vi.unstubAllGlobals();
});

test("[AM-05] what is no single valid file replaces nothing, and the reason is shown", async () => {
  await act(async () => replacement.replace([file("a.txt"), file("b.txt")]));
  expect(replacement.problem).toBe(attachments.content.onlyOne);
  await act(async () => replacement.replace([file("program.exe")]));
  expect(replacement.problem).toContain("pdf");
  expect(sent).toEqual([]);
});

test("[AM-05] a file is sent at once; undoing sends the earlier file as the next version", async () => {
  const read: string[] = [];
  vi.stubGlobal("fetch", async (address: string) => {
    read.push(address);
    return new Response("old");
  });
  await act(async () => replacement.replace([file("notes.txt")]));
  expect(replacement.sent).toEqual({ name: "notes.txt", progress: 0 });
  // A second file is ignored meanwhile.
  await act(async () => replacement.replace([file("other.txt")]));
  await act(async () => sent[0]?.answer(replaced));
  expect(replacement.sent).toBeUndefined();
  expect(toasts).toMatchObject([{ text: "Replaced: this is version 2", action: { label: "Undo" } }]);

  await act(async () => toasts[0]?.action?.run());
  await vi.waitFor(() => expect(sent).toHaveLength(2));
  expect(read).toEqual(["/api/attachments/7/original/plan.pdf/1"]);
  expect(sent[1]).toMatchObject({ current: { version: 4 }, file: { name: "plan.pdf", size: "old".length } });
  await act(async () => sent[1]?.answer({ ...plan, syncVersion: 3, version: 5 }));
  expect(toasts[1]).toMatchObject({ text: "Replacement undone", action: undefined });
});
