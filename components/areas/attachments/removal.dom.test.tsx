// @vitest-environment jsdom
import { NextIntlClientProvider } from "next-intl";
import { act, type ReactNode } from "react";
import { createRoot, type Root } from "react-dom/client";
import { renderToStaticMarkup } from "react-dom/server";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { RecordRemoval } from "@/components/resource/record/delete-records";
import attachments from "@/messages/en/attachments.json";
import { useAttachmentRemoval } from "./removal";

const asked: { title: string; details?: ReactNode }[] = [];
vi.mock("@/components/ui/confirm-dialog", () => ({
  useConfirm: () => async (question: (typeof asked)[number]) => {
    asked.push(question);
    return false;
  },
}));
vi.mock("@/components/resource/attachments/use-attachment-permissions", () => ({
  useAttachmentPermissions: () => ({ isOff: () => false, seesRelations: true }),
}));
vi.mock("@/lib/client/api/capabilities", () => ({ useCapability: () => true }));

let root: Root;
let called: string[];
let uses: object[];
let removal: RecordRemoval;

beforeEach(() => {
  vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true);
  [called, asked.length] = [[], 0];
  vi.stubGlobal("fetch", async (address: string, { method }: { method: string }) => {
    called.push(`${method} ${address.replace(/\?.*/, "")}`);
    if (method === "GET") return Response.json(uses);
    return Response.json(
      { status: 409, code: "attachmentInUse", title: "", message: "Used." },
      { status: 409 },
    );
  });
  root = createRoot(document.body.appendChild(document.createElement("div")));
  act(() =>
    root.render(
      <NextIntlClientProvider locale="en" messages={{ attachments }} timeZone="UTC">
        <Removal />
      </NextIntlClientProvider>,
    ),
  );
});
afterEach(() => {
  act(() => root.unmount());
  document.body.replaceChildren();
  vi.unstubAllGlobals();
});

function Removal() {
  removal = useAttachmentRemoval();
  return null;
}

test("[AM-02] the confirmation of a bulk delete lists uses of the files, with one call", async () => {
  const use = (attachmentId: string, count: number, names: string[]) => ({
    attachmentId,
    fileName: `File ${attachmentId}`,
    count,
    names,
  });
  uses = [use("1", 2, ["Buyers", "Signers"]), use("2", 7, ["A", "B", "C", "D", "E"]), use("3", 1, [])];
  const records = ["1", "2", "3", "4"].map((attachmentId) => ({ attachmentId }));
  await expect(removal.run?.(records)).rejects.toMatchObject({ name: "AbortError" });
  const text = renderToStaticMarkup(asked[0]?.details).replace(/<\/li>/g, "\n");
  expect(
    text
      .replace(/<[^>]+>/g, "")
      .trim()
      .split("\n"),
  ).toEqual(["File 1: Buyers and Signers", "File 2: A, B, C, D, E, and 2 more places", "File 3: 1 place"]);
  expect(called).toHaveLength(2);
});
