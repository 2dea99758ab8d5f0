// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act } from "react";
import { createRoot, type Root } from "react-dom/client";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { PublicConfigProvider } from "@/lib/client/public-config";
import type { PublicConfig } from "@/lib/installation/public-config";
import { useShareAddress } from "./share-address";

let root: Root;
let capabilities: string[] | undefined;

beforeEach(() => {
  vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true);
  vi.stubGlobal("fetch", () =>
    capabilities
      ? Promise.resolve(Response.json({ version: "1", capabilities }))
      : new Promise<Response>(() => undefined),
  );
  root = createRoot(document.body.appendChild(document.createElement("div")));
});
afterEach(() => {
  act(() => root.unmount());
  document.body.replaceChildren();
  vi.unstubAllGlobals();
});

function Address() {
  return useShareAddress()("a_key-1");
}

const shown = () => {
  act(() =>
    root.render(
      <QueryClientProvider client={new QueryClient()}>
        <PublicConfigProvider config={{ prefix: "/hub/acme" } as PublicConfig}>
          <Address />
        </PublicConfigProvider>
      </QueryClientProvider>,
    ),
  );
  return document.body.textContent;
};

test("[AM-03] a share's address is its page, also before the server's capabilities are known", async () => {
  const page = `${window.location.origin}/hub/acme/share/a_key-1`;
  capabilities = undefined;
  expect(shown()).toBe(page);
  capabilities = ["share-pages"];
  shown();
  await act(async () => undefined);
  expect(document.body.textContent).toBe(page);
});

test("[AM-03] [BE-03] the address is the file itself if the server has no share pages", async () => {
  capabilities = [];
  shown();
  await vi.waitUntil(async () => {
    await act(async () => undefined);
    return document.body.textContent?.endsWith("/hub/acme/api/downloads/a_key-1");
  });
});
