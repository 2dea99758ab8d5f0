import type { WebConfig } from "../../config";
import { providerAt } from "../../oidc/provider";
import { pushedWhereWanted } from "../../oidc/pushed";
import { issuerOf } from "../../oidc/settings";
import type { TenantLocation } from "../../tenancy/tenant-location";
import { localCallback } from "../callback-url";
import { sessionFrom } from "../cookie";
import { isSessionStoreReachable } from "../store";
import { returnPrefix } from "./addresses";
import { failureOf, failureQuery, SignInFailure } from "./failure";
import { beginAtProvider } from "./next-auth";
import { redirectTo } from "./response";
import { transactionCookies } from "./transaction";

/** What a link to the sign-in may ask of the provider: that it does not sign the same person in again unasked. */
const prompts = ["login", "select_account"];

/** Sends a browser to the provider (AU-01, AU-03). */
export async function begin(request: Request, place: TenantLocation, config: WebConfig): Promise<Response> {
  const query = new URL(request.url).searchParams;
  const goOnTo = localCallback(query.get("callbackUrl"), place.prefix);
  const popup = query.get("popup") === "1";
  const prompt = query.get("prompt") ?? "";
  const { oidc } = config;
  if (!oidc) return new Response(null, { status: 404 });
  try {
    // The way back from the provider would end at it.
    if (!(await isSessionStoreReachable(config)))
      throw new SignInFailure("apiAway", "", "the session store is away");
    const provider = await providerAt(issuerOf(oidc, place.tenant));
    const prefix = returnPrefix(config, place);
    const { location, state, checks } = await beginAtProvider(
      { config, oidc, provider, prefix },
      prompts.includes(prompt) ? { prompt } : {},
    );
    const cookieHeader = request.headers.get("cookie");
    const before = await sessionFrom(config, place, cookieHeader);
    const cookies = await transactionCookies(
      config,
      { path: prefix || "/", state, cookieHeader },
      { checks, tenant: place.tenant, prefix: place.prefix, goOnTo, popup, before: before?.id },
    );
    return redirectTo(await pushedWhereWanted(provider, oidc, location), cookies);
  } catch (error) {
    const failure = failureOf(error);
    console.warn(`beginning a sign-in: ${failure.message}`);
    const back = {
      callbackUrl: goOnTo,
      ...(popup && { popup: "1" }),
      ...(await failureQuery(config, failure)),
    };
    return redirectTo(`${place.prefix}/login?${new URLSearchParams(back)}`);
  }
}
