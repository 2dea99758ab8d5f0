// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { NextIntlClientProvider } from "next-intl";
import { act } from "react";
import { createRoot } from "react-dom/client";
import { expect, test, vi } from "vitest";
import { FormatProvider } from "@/lib/client/format";
import { contract } from "@/lib/contract";
import resource from "@/messages/en/resource.json";
import { defaultListState } from "../list/list-call";
import { TableFooter } from "./table-footer";

test("[TL-01] [HI-03] all rows are not offered if there are more than counted", async () => {
  vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true);
  const place = document.body.appendChild(document.createElement("div"));
  const root = createRoot(place);
  const state = defaultListState(contract.audit.list);
  const show = async (isMore: boolean) => {
    await act(async () =>
      root.render(
        <QueryClientProvider client={new QueryClient()}>
          <NextIntlClientProvider locale="en" messages={{ resource }} timeZone="UTC">
            <FormatProvider serverTimeZone="UTC">
              <TableFooter
                control={{ state, change: () => {} }}
                shown={state}
                totalCount={510}
                isMore={isMore}
              />
            </FormatProvider>
          </NextIntlClientProvider>
        </QueryClientProvider>,
      ),
    );
    return place.textContent;
  };
  expect(await show(false)).toContain("Show all 510");
  const ofMore = await show(true);
  expect(ofMore).toContain("1–50 of more than 510");
  expect(ofMore).not.toContain("Show all");
  await act(async () => root.unmount());
  vi.unstubAllGlobals();
});
