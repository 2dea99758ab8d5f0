// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { NextIntlClientProvider } from "next-intl";
import { act, type ComponentProps } from "react";
import { createRoot } from "react-dom/client";
import { expect, test, vi } from "vitest";
import { FormatProvider } from "@/lib/client/format";
import resource from "@/messages/en/resource.json";
import { TableStatus } from "./table-status";

test("[SH-09] further pages and a cleared selection are announced in one live region", async () => {
  vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true);
  const place = document.body.appendChild(document.createElement("div"));
  const root = createRoot(place);
  const said = async (changes: Partial<ComponentProps<typeof TableStatus>>) => {
    const state = { isCurrent: true, shown: { page: 1, pageLimit: 10 }, totalCount: 64, selectedCount: 0 };
    await act(async () =>
      root.render(
        <QueryClientProvider client={new QueryClient()}>
          <NextIntlClientProvider locale="en" messages={{ resource }} timeZone="UTC">
            <FormatProvider serverTimeZone="UTC">
              <TableStatus {...state} {...changes} />
            </FormatProvider>
          </NextIntlClientProvider>
        </QueryClientProvider>,
      ),
    );
    return place.querySelector("[role=status]")?.textContent;
  };
  const shown = { page: 2, pageLimit: 10 };
  expect(await said({})).toBe("64 results");
  expect(await said({ shown, isCurrent: false })).toBe("");
  expect(await said({ shown })).toBe("Results 11 to 20 of 64");
  expect(await said({ shown, isMore: true })).toBe("Results 11 to 20 of more than 64");
  expect(await said({ shown: { page: 7, pageLimit: 10 } })).toBe("Results 61 to 64 of 64");
  expect(await said({ selectedCount: 2 })).toBe("64 results");
  expect(await said({})).toBe("Selection cleared");
  expect(await said({ isCurrent: false })).toBe("");
  expect(await said({ totalCount: 0 })).toBe("No results");
  await act(async () => root.unmount());
  vi.unstubAllGlobals();
});
