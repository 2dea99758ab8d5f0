import { type QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { type ReactNode, Suspense } from "react";
import { toast } from "sonner";
import { onTestFinished, vi } from "vitest";
import { type RenderResult, render } from "vitest-browser-react";
import { createQueryClient } from "@/components/shell/messages/query-client";
import { RequestMessages } from "@/components/shell/messages/request-messages";
import { Toaster } from "@/components/shell/messages/toaster";
import { ConfirmProvider } from "@/components/ui/confirm-dialog";
import { PortalContainer, usePortalElement } from "@/components/ui/portal";
import { configureApi } from "@/lib/client/api/client";
import { FormatProvider } from "@/lib/client/format";
import { LanguageProvider } from "@/lib/client/i18n/language-provider";
import { PublicConfigProvider } from "@/lib/client/public-config";
import { userKey } from "@/lib/client/settings/settings-writer";
import { TabProvider, TabStoreProvider } from "@/lib/client/tabs/context";
import { createTabStore, type TabStore } from "@/lib/client/tabs/store";
import { ThemeProvider } from "@/lib/client/theme/theme-provider";
import { allPermissions, contract } from "@/lib/contract";
import { capabilities } from "@/lib/contract/endpoint";
import type { CurrentUser } from "@/lib/contract/user";
import { compiledMessages } from "@/lib/i18n/compiled-messages";
import type { PublicConfig } from "@/lib/installation/public-config";
import type { Language } from "@/lib/preferences/preferences";
import { browserTimeZone } from "@/lib/preferences/time-zone";
import { FakeApi } from "./fake-api";

const config: Omit<PublicConfig, "authMode"> = {
  appTitle: "Hub",
  basePath: "",
  prefix: "",
  multiTenancy: false,
  attachmentActions: [],
  attachmentMegabytes: 300,
  initialShortcuts: [],
  version: "0.0.0",
  languages: ["en"],
};

export interface Surroundings {
  /** Address of the tab. */
  at?: string;
  language?: Language;
  /** Sets responses for initial calls. */
  answers?: (api: FakeApi) => void;
  /** Settings of the user, by name. */
  settings?: Readonly<Record<string, string>>;
  authMode?: PublicConfig["authMode"];
}

export interface Shown {
  screen: RenderResult;
  api: FakeApi;
  tabs: TabStore;
  client: QueryClient;
}

/** Renders a component like a tab of the workspace for a user with all permissions; `api` answers its calls. */
export async function show(
  content: ReactNode,
  { at = "/", language = "en", settings = {}, authMode = "basic", answers }: Surroundings = {},
): Promise<Shown> {
  const messages = await compiledMessages(language);
  const api = new FakeApi();
  vi.stubGlobal("fetch", api.fetch);
  const client = createQueryClient();
  const user: CurrentUser = {
    profile: { userId: "1", userName: "ada", firstName: "Ada", lastName: "Byron", email: "ada@example.com" },
    userPermissions: [...allPermissions],
    userSettings: Object.entries(settings).map(([settingName, settingValue]) => ({
      settingName,
      settingValue,
    })),
    tenants: [],
  };
  client.setQueryData(userKey, user);
  api.answer(contract.user.current, () => user);
  api.answer(contract.user.saveSettings, () => null);
  api.answer(contract.settings.version, () => ({ version: "0.0.0", capabilities: [...capabilities] }));
  api.answer(contract.user.actions, () => []);
  answers?.(api);
  configureApi({ prefix: "", language: () => language, timeZone: browserTimeZone });
  const tabs = createTabStore(at);
  const screen = await render(
    <PublicConfigProvider config={{ ...config, authMode }}>
      <QueryClientProvider client={client}>
        <LanguageProvider initial={language} messages={messages}>
          <ThemeProvider initial="auto">
            <TabStoreProvider store={tabs}>
              <FormatProvider serverTimeZone={browserTimeZone()}>
                <ConfirmProvider>
                  <Panel tab={tabs.getState().activeId}>{content}</Panel>
                </ConfirmProvider>
              </FormatProvider>
            </TabStoreProvider>
          </ThemeProvider>
        </LanguageProvider>
      </QueryClientProvider>
    </PublicConfigProvider>,
  );
  // The production build of React renders asynchronously: earlier key presses would be lost.
  await vi.waitUntil(() => screen.container.querySelector("main"));
  onTestFinished(async () => {
    // Flushes background saves, which would otherwise run during the next test.
    dispatchEvent(new Event("pagehide"));
    // Toasts would appear in the next test.
    toast.dismiss();
    await screen.unmount();
    vi.unstubAllGlobals();
    api.expectNoUnknownCalls();
  });
  return { screen, api, tabs, client };
}

function Panel({ tab, children }: { tab: string; children: ReactNode }) {
  const [popups, setPopups] = usePortalElement();
  return (
    <>
      <PortalContainer element={popups}>
        <main className="relative h-dvh bg-surface">
          <div className="relative h-full overflow-auto">
            <Suspense>
              <TabProvider id={tab}>{children}</TabProvider>
            </Suspense>
          </div>
          <div ref={setPopups} />
        </main>
      </PortalContainer>
      <RequestMessages />
      <Toaster />
    </>
  );
}
