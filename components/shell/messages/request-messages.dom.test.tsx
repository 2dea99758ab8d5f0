// @vitest-environment jsdom
import { QueryClientProvider } from "@tanstack/react-query";
import { NextIntlClientProvider } from "next-intl";
import { act } from "react";
import { createRoot } from "react-dom/client";
import { expect, test, vi } from "vitest";
import { ApiError } from "@/lib/client/api/error";
import { userKey } from "@/lib/client/settings/settings-writer";
import common from "@/messages/en/common.json";
import { createQueryClient } from "./query-client";
import { RequestMessages } from "./request-messages";

test("[PM-04] any refused call refreshes the permissions, also without a hint from the server", async () => {
  vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true);
  const client = createQueryClient();
  const root = createRoot(document.createElement("div"));
  await act(async () =>
    root.render(
      <NextIntlClientProvider locale="en" messages={{ common }} timeZone="UTC">
        <QueryClientProvider client={client}>
          <RequestMessages />
        </QueryClientProvider>
      </NextIntlClientProvider>,
    ),
  );
  const isRefetched = async (status: number, ask: (error: ApiError) => Promise<unknown>) => {
    client.setQueryData(userKey, {});
    await act(() => ask(new ApiError({ status, code: "forbidden", title: "" })).catch(() => undefined));
    return client.getQueryState(userKey)?.isInvalidated;
  };
  const read = (error: ApiError) =>
    client.fetchQuery({ queryKey: ["roles", error.status], queryFn: () => Promise.reject(error) });
  const write = (error: ApiError) =>
    client
      .getMutationCache()
      .build(client, { mutationFn: () => Promise.reject(error) })
      .execute(undefined);
  for (const ask of [read, write])
    expect([await isRefetched(403, ask), await isRefetched(404, ask)]).toEqual([true, false]);
  await act(async () => root.unmount());
  client.clear();
  vi.unstubAllGlobals();
});
