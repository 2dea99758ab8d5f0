// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { NextIntlClientProvider } from "next-intl";
import { act, type ReactNode, Suspense, useEffect } from "react";
import { hydrateRoot } from "react-dom/client";
import { renderToString } from "react-dom/server";
import { expect, test } from "vitest";
import type { CurrentUser } from "../../contract/user";
import { FormatProvider, useFormat } from "../format";
import { useUserSetting } from "../preferences/use-user-setting";
import { userKey, withSettings } from "../settings/settings-writer";
import { usePermissions } from "./";
import { ServedUserProvider } from "./served-user";

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });

const served: CurrentUser = {
  profile: { userId: "1", userName: "ada", firstName: "Ada", lastName: "Byron", email: "" },
  userPermissions: ["UserView"],
  tenants: [],
  userSettings: [
    { settingName: "columns", settingValue: '"old"' },
    { settingName: "timezone", settingValue: "Europe/Berlin" },
  ],
};
const asText = (given: unknown) => (typeof given === "string" ? given : undefined);

function View() {
  const [columns] = useUserSetting("columns", asText, "");
  const { has } = usePermissions();
  const { time } = useFormat();
  return <p>{`${columns} ${has("UserView") ? "seen" : "hidden"} ${time("2026-01-15T12:00:00Z")}; `}</p>;
}

/** Like the shell: its effects run before React hydrates the view. */
function Shell({ arrive, children }: { arrive?: () => void; children: ReactNode }) {
  useEffect(() => {
    arrive?.();
  }, [arrive]);
  return (
    <NextIntlClientProvider locale="en" timeZone="UTC">
      <FormatProvider serverTimeZone="UTC">{children}</FormatProvider>
    </NextIntlClientProvider>
  );
}

const page = (client: QueryClient, arrive?: () => void) => (
  <QueryClientProvider client={client}>
    <ServedUserProvider value={served}>
      <Shell arrive={arrive}>
        <Suspense fallback="waiting">
          <View />
          <Suspense fallback="waiting">
            <View />
          </Suspense>
        </Suspense>
      </Shell>
    </ServedUserProvider>
  </QueryClientProvider>
);

function clientOf(): QueryClient {
  const client = new QueryClient();
  client.setQueryData(userKey, served);
  return client;
}

test("[PR-01] shows settings left unsaved by an earlier page once React has hydrated", async () => {
  const place = document.body.appendChild(document.createElement("div"));
  place.innerHTML = renderToString(page(clientOf()));
  expect(place.textContent).toBe("old seen 13:00; old seen 13:00; ");

  const client = clientOf();
  const complaints: string[] = [];
  const arrive = () =>
    client.setQueryData<CurrentUser>(userKey, (user) => ({
      ...withSettings(
        user ?? served,
        new Map([
          ["columns", '"mine"'],
          ["timezone", "Asia/Tokyo"],
        ]),
      ),
      userPermissions: [],
    }));
  await act(async () => {
    hydrateRoot(place, page(client, arrive), {
      onRecoverableError: (error) => complaints.push(String(error)),
    });
  });
  expect(complaints).toEqual([]);
  expect(place.textContent).toBe("mine hidden 21:00; mine hidden 21:00; ");
});
