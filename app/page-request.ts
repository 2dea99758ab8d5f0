import { cookies, headers } from "next/headers";
import { notFound } from "next/navigation";
import { cache } from "react";
import { queriesOf } from "@/components/areas/prefetch";
import type { PrefetchCall } from "@/components/areas/prefetch-route";
import { queryKeyOf } from "@/lib/client/api/query";
import type { ServedQuery } from "@/lib/client/api/served-query";
import { contract } from "@/lib/contract";
import type { Endpoint, EndpointDeclaration } from "@/lib/contract/endpoint";
import type { ErrorBody, ReceivedCode } from "@/lib/contract/errors";
import { permissionStampHeader } from "@/lib/contract/permission-stamp";
import { type Appearance, appearance as appearanceSchema } from "@/lib/contract/themes";
import { type CurrentUser, currentUser } from "@/lib/contract/user";
import { viewedIn } from "@/lib/contract/viewing";
import { languageCookie, negotiateLanguage } from "@/lib/i18n/language";
import { unsavedLanguage } from "@/lib/i18n/unsaved-language";
import { type Language, preferencesFromSettings } from "@/lib/preferences/preferences";
import { config, type WebConfig } from "@/lib/server/config/config";
import { callApi } from "@/lib/server/http/call-api";
import { toApi } from "@/lib/server/http/headers";
import { internalHeaders } from "@/lib/server/http/internal-headers";
import { requestIdOf } from "@/lib/server/http/request-id";
import { UpstreamError } from "@/lib/server/http/upstream";
import { authorizationOf, resolveSession } from "@/lib/server/session/resolve";
import type { TenantLocation } from "@/lib/server/tenancy/tenant-location";
import { searchHeader, tenantLocationFrom } from "@/lib/server/tenancy/tenant-location-headers";
import { timeZoneFrom } from "@/lib/session/time-zone";
import { isTheme, type Theme, themeKey, themeOf } from "@/lib/theme/theme";

/** The visitor of a page, according to the API. */
export type Visitor =
  | { kind: "signedIn"; user: CurrentUser; served: ServedQuery[] }
  | { kind: "signedOut" }
  /** An inactive tenant is shown as unknown, except to users with a session there. */
  | { kind: "unknownTenant"; isInactive?: boolean }
  | { kind: "unavailable" };

export interface PageRequest {
  config: WebConfig;
  place: TenantLocation;
  language: Language;
  theme: Theme;
  /** The organisation's public appearance; undefined if unavailable. */
  appearance?: Appearance;
  timeZone?: string;
  visitor: Visitor;
  /** The raw query of the address, with its `?`, or empty. */
  search: string;
  /** The address is invalid, and the place is a nonexistent one. */
  isUnreadable: boolean;
}

/** Maximum milliseconds that the first paint waits for a view's data; the browser requests the rest itself. */
const prefetchTimeout = 3000;

/** Data of the current page request for layout and page, resolved once. */
export const pageRequest = cache(async (): Promise<PageRequest> => {
  const [requestHeaders, cookieJar] = await Promise.all([headers(), cookies()]);
  const settings = config();
  const place = tenantLocationFrom(requestHeaders) ?? notFound();
  const search = requestHeaders.get(searchHeader) ?? "";
  const guessed = negotiateLanguage(
    cookieJar.get(languageCookie)?.value,
    requestHeaders.get("accept-language"),
  );
  const theme = cookieJar.get(themeKey)?.value;
  const timeZone = timeZoneFrom(requestHeaders.get("cookie"));
  const [visitor, appearance] = await Promise.all([
    visitorOf(settings, place, search, requestHeaders, {
      lang: guessed,
      ...(timeZone && { timezone: timeZone }),
    }),
    appearanceOf(settings, place, requestHeaders),
  ]);
  return {
    config: settings,
    place,
    search,
    isUnreadable: requestHeaders.has(internalHeaders.unreadable),
    visitor,
    language:
      visitor.kind === "signedIn" ? languageOf(visitor.user, requestHeaders.get("cookie"), guessed) : guessed,
    theme: isTheme(theme) ? theme : themeOf(appearance),
    appearance,
    timeZone,
  };
});

/** A page is rendered without it if it is unavailable. */
async function appearanceOf(
  settings: WebConfig,
  place: TenantLocation,
  requestHeaders: Headers,
): Promise<Appearance | undefined> {
  if (settings.tenantPattern && place.tenant === undefined) return undefined;
  if (requestHeaders.has(internalHeaders.away)) return undefined;
  try {
    const { status, body } = await callApi({
      config: settings,
      place,
      endpoint: contract["organisation-settings"].appearance,
      headers: {
        ...toApi(requestHeaders, { requestId: requestIdOf(requestHeaders) }),
        accept: "application/json",
      },
      signal: AbortSignal.timeout(prefetchTimeout),
    });
    return status === 200 ? appearanceSchema.safeParse(body).data : undefined;
  } catch (error) {
    if (error instanceof UpstreamError) return undefined;
    throw error;
  }
}

async function visitorOf(
  settings: WebConfig,
  place: TenantLocation,
  search: string,
  requestHeaders: Headers,
  preferred: Record<string, string>,
): Promise<Visitor> {
  if (settings.tenantPattern && place.tenant === undefined) return { kind: "unknownTenant" };
  // The process's listener could not resolve the session: does not ask again.
  if (requestHeaders.has(internalHeaders.away)) return { kind: "unavailable" };
  try {
    const { session, away } = await resolveSession(settings, place, requestHeaders.get("cookie"));
    if (away) return { kind: "unavailable" };
    const requestId = requestIdOf(requestHeaders);
    const base = toApi(requestHeaders, { requestId, ...(session && authorizationOf(session)) });
    const common = {
      config: settings,
      place,
      headers: { ...base, accept: "application/json", ...preferred },
    };
    if (!session) {
      if (place.tenant === undefined) return { kind: "signedOut" };
      const { status } = await callApi({ ...common, endpoint: contract.auth.signIn });
      return visitorFor(status);
    }
    const prefetched = prefetch(common, place.path, Object.fromEntries(new URLSearchParams(search)));
    const { status, body } = await callApi({ ...common, endpoint: contract.user.current });
    if (status !== 200) return visitorFor(status, body);
    const user = currentUser.parse(body);
    // Requested in parallel, so the session may have begun or ended viewing as another user in between.
    const own = (await prefetched).filter(({ viewed }) => viewed === viewedIn(user.permissionStamp));
    return { kind: "signedIn", user, served: servedQueries(user, own) };
  } catch (error) {
    if (error instanceof UpstreamError) return { kind: "unavailable" };
    throw error;
  }
}

function visitorFor(status: number, body?: unknown): Visitor {
  if (status === 404) {
    const { code } = (body ?? {}) as Partial<ErrorBody<ReceivedCode>>;
    return { kind: "unknownTenant", isInactive: code === "inactiveTenant" };
  }
  return { kind: status >= 500 ? "unavailable" : "signedOut" };
}

type Answered = { endpoint: Endpoint; input: object; body: unknown; viewed: string | undefined };

/** Every view shows whether it is a shortcut, and buttons that depend on capabilities. */
const commonCalls: readonly PrefetchCall[] = [
  { endpoint: contract.user.actions, input: {} },
  { endpoint: contract.settings.version, input: {} },
];

/** Prefetches a view's initial data; the browser repeats failed calls and reports errors. */
async function prefetch(
  common: { config: WebConfig; place: TenantLocation; headers: Record<string, string> },
  path: string,
  query: Record<string, string>,
): Promise<Answered[]> {
  const signal = AbortSignal.timeout(prefetchTimeout);
  const responses = await Promise.all(
    [...commonCalls, ...queriesOf(path, query)].map(async ({ endpoint, input }) => {
      try {
        const { status, headers, body } = await callApi({
          ...common,
          endpoint: endpoint as EndpointDeclaration,
          input,
          signal,
        });
        const viewed = viewedIn(headers[permissionStampHeader]?.toString());
        return status === 200 ? [{ endpoint, input, body, viewed }] : [];
      } catch (error) {
        if (error instanceof UpstreamError) return [];
        throw error;
      }
    }),
  );
  return responses.flat();
}

function servedQueries(user: CurrentUser, answered: Answered[]): ServedQuery[] {
  return [
    [queryKeyOf(contract.user.current, {}), user],
    ...answered.map(
      ({ endpoint, input, body }): ServedQuery => [[endpoint.area, endpoint.name, input], body],
    ),
  ];
}

/** The user's latest choice comes first, then the saved one, then this browser's cookie. */
function languageOf(
  { userSettings, profile }: CurrentUser,
  cookies: string | null,
  guessed: Language,
): Language {
  const unsaved = unsavedLanguage(cookies, profile.userId);
  if (unsaved) return unsaved;
  const chosen = userSettings.some(({ settingName }) => settingName === "languageSymbol");
  return chosen ? preferencesFromSettings(userSettings).languageSymbol : guessed;
}
