"use client";

import {
  type DehydratedState,
  dehydrate,
  HydrationBoundary,
  QueryClient,
  QueryClientProvider,
} from "@tanstack/react-query";
import { type ReactNode, Suspense, use, useMemo, useState } from "react";
import { type AreaRegistry, AreasProvider } from "@/components/area/areas-context";
import { ConfirmProvider } from "@/components/ui/confirm-dialog";
import { configureApi } from "@/lib/client/api/client";
import { ApiError } from "@/lib/client/api/error";
import type { ServedQuery } from "@/lib/client/api/served-query";
import { noteServerTime } from "@/lib/client/api/server-clock";
import { setOwnKey } from "@/lib/client/drafts/own-key";
import { FormatProvider } from "@/lib/client/format";
import { LanguageProvider } from "@/lib/client/i18n/language-provider";
import { firstMessages } from "@/lib/client/i18n/served-messages";
import { ExtraPermissions } from "@/lib/client/permissions";
import { extraPermissions } from "@/lib/client/permissions/installed";
import { ServedUserProvider } from "@/lib/client/permissions/served-user";
import { watchPermissions } from "@/lib/client/permissions/watch";
import { PublicConfigProvider, usePublicConfig } from "@/lib/client/public-config";
import { userKey } from "@/lib/client/settings/settings-writer";
import { ContentKeyProvider } from "@/lib/client/tabs/content-key";
import { TabStoreProvider } from "@/lib/client/tabs/context";
import { PrefixProvider } from "@/lib/client/tabs/prefix";
import { createTabStore } from "@/lib/client/tabs/store";
import { ThemeProvider } from "@/lib/client/theme/theme-provider";
import { contract } from "@/lib/contract";
import { accountEndedCodes, accountSuspended } from "@/lib/contract/account-ended";
import type { EndpointDeclaration } from "@/lib/contract/endpoint";
import type { CurrentUser } from "@/lib/contract/user";
import type { Messages } from "@/lib/i18n/namespaces";
import type { PublicConfig } from "@/lib/installation/public-config";
import { type Language, preferencesFromSettings } from "@/lib/preferences/preferences";
import { browserTimeZone } from "@/lib/preferences/time-zone";
import type { Theme } from "@/lib/theme/theme";
import { signInAgain } from "../errors/sign-in-again";
import { lazyPart } from "../loading/lazy-part";
import { createQueryClient } from "./messages/query-client";
import { useFailedCall } from "./messages/use-failed-call";
import { watchBuild } from "./new-build";
import { sessionExpiry } from "./session/session-expiry";
import { SignedOutBoundary } from "./session/session-over";
import { Shell } from "./shell";

export interface WorkspaceProps {
  registry: AreaRegistry;
  config: PublicConfig;
  language: Language;
  theme: Theme;
  /** Relative to the prefix: `{ path: "/users", query: "?page=2" }`. */
  initialAddress: { path: string; query: string };
  /** Data of the first view. */
  served?: readonly ServedQuery[];
  /** The browser's time zone, if the server knows it. */
  timeZone?: string;
  /** When the server rendered the page, in milliseconds since 1970. */
  madeAt: number;
  /** See {@link WordsKeyProvider}. */
  contentKey?: string;
}

/** Everything behind the sign-in: rendered by the server page and hydrated in the browser. */
export function Workspace(props: WorkspaceProps) {
  // Awaited before rendering: a suspended view that rerenders during hydration loses the server's HTML.
  const missing = props.registry.loadView(props.initialAddress.path + props.initialAddress.query);
  // React tracks awaited promises by order: those awaited each time come first.
  const messages = use(firstMessages(props.config.prefix, props.language));
  if (missing) use(missing);
  return <LoadedWorkspace {...props} messages={messages} />;
}

interface LoadedProps extends WorkspaceProps {
  messages: Messages;
}

function LoadedWorkspace({ config, language, messages, theme, initialAddress, ...rest }: LoadedProps) {
  const [store] = useState(() => createTabStore(initialAddress.path + initialAddress.query));
  const [client] = useState(createQueryClient);
  const [speech] = useState(() => ({ language }));
  const [question, setQuestion] = useState<ReactNode>();
  const arrived = useMemo(() => stateOfServed(rest.served ?? []), [rest.served]);
  useState(() => {
    // Servers make no calls through the browser's client, and render for many users.
    if (typeof window === "undefined") return;
    noteServerTime(rest.madeAt, performance.timeOrigin);
    setOwnKey(rest.contentKey);
    const permissions = watchPermissions(client);
    const build = watchBuild(client);
    configureApi({
      prefix: config.prefix,
      language: () => speech.language,
      timeZone: (endpoint) => timeZoneFor(endpoint, client.getQueryData(userKey)),
      signInAgain: signInAgain.needed,
      confirmSession: (...refused) =>
        import("./session/confirm-session").then(
          ({ confirmSession }) => confirmSession(setQuestion, ...refused),
          () => false, // without its code, the call fails
        ),
      heard: (endpoint, headers) => {
        sessionExpiry.readHeaders(headers);
        build(headers);
        return permissions(endpoint, headers);
      },
    });
  });

  return (
    <PublicConfigProvider config={config}>
      <PrefixProvider prefix={config.prefix}>
        <QueryClientProvider client={client}>
          <HydrationBoundary state={arrived}>
            <ServedUserProvider value={prefetchedUser(rest.served)}>
              <LanguageProvider
                initial={language}
                messages={messages}
                onChange={(next) => {
                  speech.language = next;
                  // Refetches text translated by the server; the user's own data has none.
                  client.invalidateQueries({
                    predicate: ({ queryKey }) => queryKey[0] !== contract.user.current.area,
                  });
                }}
              >
                <ThemeProvider initial={theme}>
                  <TabStoreProvider store={store}>
                    <ContentKeyProvider value={rest.contentKey}>
                      <AreasProvider value={rest.registry}>
                        <SignedOutBoundary>
                          <Providers timeZone={rest.timeZone}>
                            <Shell />
                            {question}
                          </Providers>
                        </SignedOutBoundary>
                      </AreasProvider>
                    </ContentKeyProvider>
                  </TabStoreProvider>
                </ThemeProvider>
              </LanguageProvider>
            </ServedUserProvider>
          </HydrationBoundary>
        </QueryClientProvider>
      </PrefixProvider>
    </PublicConfigProvider>
  );
}

/**
 * Counts server data as fetched now by this computer's clock. By the server's clock, skew or a slow network could make it stale
 * before the first render, which would differ from the server's.
 */
function stateOfServed(served: readonly ServedQuery[]): DehydratedState {
  const client = new QueryClient();
  for (const [key, data] of served) client.setQueryData(key, data);
  return dehydrate(client);
}

function prefetchedUser(served: readonly ServedQuery[] | undefined): CurrentUser | undefined {
  const [area, name] = userKey;
  const found = served?.find(([key]) => key[0] === area && key[1] === name);
  return found?.[1] as CurrentUser | undefined;
}

/** Returns the user's preferred zone, in which days begin; the call for the current user sends the browser's zone. */
function timeZoneFor({ path }: EndpointDeclaration, user: CurrentUser | undefined): string {
  if (path === contract.user.current.path) return browserTimeZone();
  return preferencesFromSettings(user?.userSettings ?? []).timezone || browserTimeZone();
}

function Providers({ timeZone, children }: { timeZone?: string; children: ReactNode }) {
  return (
    <AccountBoundary>
      <FormatProvider serverTimeZone={timeZone}>
        <ConfirmProvider>
          <ExtraPermissions names={extraPermissions}>{children}</ExtraPermissions>
        </ConfirmProvider>
      </FormatProvider>
    </AccountBoundary>
  );
}

// Loaded on demand: accounts rarely end while in use.
const AccountEnded = lazyPart(() => import("./session/account-ended-page"));

function isAccountEnded(error: unknown): boolean {
  return error instanceof ApiError && accountEndedCodes.includes(error.code);
}

/** Replaces the whole workspace and its dialogs once its user was deleted (AU-05) or suspended, and stops all requests. */
function AccountBoundary({ children }: { children: ReactNode }) {
  const { appTitle } = usePublicConfig();
  const [ended, setEnded] = useState<string>();
  useFailedCall(isAccountEnded, (error) => setEnded((error as ApiError).code));
  if (ended === undefined) return children;
  return (
    <>
      <title>{appTitle}</title>
      <Suspense fallback={null}>
        <AccountEnded isSuspended={ended === accountSuspended} />
      </Suspense>
    </>
  );
}
