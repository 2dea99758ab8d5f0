// @vitest-environment jsdom
import { notifyManager, QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { NextIntlClientProvider } from "next-intl";
import { act, useState } from "react";
import { createRoot, type Root } from "react-dom/client";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { contract } from "@/lib/contract";
import resource from "@/messages/en/resource.json";
import { defaultListState } from "../list/list-call";
import type { Selection } from "../list/selection";
import SelectResults from "./select-results";

interface Row {
  userId: string;
}

const rows = Array.from({ length: 60 }, (_, at): Row => ({ userId: `id-${at}` }));
const chosen = new Map(rows.slice(0, 10).map((row) => [row.userId, row]));
/** Pending request for all rows. */
let waiting: { url: string; answer: () => void; signal: AbortSignal }[] = [];
let root: Root;
let size = 0;

beforeEach(() => {
  vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true);
  vi.stubGlobal("fetch", (url: string, { signal }: { signal: AbortSignal }) => {
    return new Promise<Response>((resolve, reject) => {
      signal.addEventListener("abort", () => reject(signal.reason));
      const answer = () => resolve(Response.json({ list: rows, totalCount: rows.length }));
      waiting.push({ url, signal, answer });
    });
  });
  waiting = [];
  root = createRoot(document.body.appendChild(document.createElement("div")));
});
afterEach(() => {
  act(() => root.unmount());
  vi.unstubAllGlobals();
});

const client = new QueryClient();
// Synchronous, so that updates after a response are rendered with it.
notifyManager.setScheduler(queueMicrotask);

function Bar({ phrase, totalCount, isOffered }: { phrase: string; totalCount: number; isOffered: boolean }) {
  const [selected, setSelected] = useState<Selection<Row>>(chosen);
  size = selected.size;
  const endpoint = contract.users.list;
  return (
    <SelectResults<Row>
      endpoint={endpoint}
      state={{ ...defaultListState(endpoint), phrase, page: 2 }}
      totalCount={totalCount}
      idOf={({ userId }) => userId}
      selection={{ selected, setSelected }}
      isOffered={isOffered}
    />
  );
}

const show = (given: { phrase?: string; totalCount?: number; isOffered?: boolean } = {}) =>
  act(() =>
    root.render(
      <QueryClientProvider client={client}>
        <NextIntlClientProvider locale="en" messages={{ resource }}>
          <Bar phrase="" totalCount={60} isOffered {...given} />
        </NextIntlClientProvider>
      </QueryClientProvider>,
    ),
  );

const buttons = () => [...document.querySelectorAll("button")].map(({ textContent }) => textContent);
const isFetching = () => vi.waitFor(() => expect(buttons()).toEqual(["Select all 60 results", "Stop"]));
const press = (at: number) => act(async () => document.querySelectorAll("button")[at]?.click());

test("[TL-02] all results are added on one page by phrase and filters, keeping the selection", async () => {
  show();
  expect(buttons()).toEqual(["Select all 60 results"]);
  await press(0);
  await isFetching();
  const query = new URL(waiting[0]?.url ?? "", "http://localhost").searchParams;
  expect([query.get("page"), query.get("pageLimit")]).toEqual(["1", "-1"]);
  await act(async () => waiting[0]?.answer());
  await vi.waitFor(() => expect(size).toBe(60));
  expect(buttons()).toEqual([]);
});

test("[TL-02] a stopped fetch, or one of a replaced list, selects nothing", async () => {
  show();
  await press(0);
  await isFetching();
  await press(1);
  await vi.waitFor(() => expect(buttons()).toEqual(["Select all 60 results"]));

  await press(0);
  await isFetching();
  show({ phrase: "other", totalCount: 12, isOffered: false });
  expect(waiting.map(({ signal }) => signal.aborted)).toEqual([true, true]);
  await act(async () => waiting[1]?.answer());
  await vi.waitFor(() => expect(buttons()).toEqual([]));
  expect(size).toBe(10);
});

test("[TL-02] changing pages during the fetch does not abort it", async () => {
  show();
  await press(0);
  await isFetching();
  show({ isOffered: false });
  expect(buttons()).toEqual(["Select all 60 results", "Stop"]);
  await act(async () => waiting[0]?.answer());
  await vi.waitFor(() => expect(size).toBe(60));
});

test("[TL-02] more rows than can be selected at once are not fetched", async () => {
  show({ totalCount: 10_001 });
  expect(document.querySelector("button")?.getAttribute("aria-description")).toContain("At most 10,000");
  await press(0);
  expect(waiting).toEqual([]);
});
