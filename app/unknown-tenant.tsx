import { createTranslator } from "next-intl";
import { LoginFrame } from "@/components/login/login-frame";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { pageMessages } from "@/lib/i18n/page-messages";
import { setStatus } from "@/lib/server/bff/page-status";
import { identifierOf, maxIdentifierLength } from "@/lib/tenancy/identifier";
import { pathOfTenant } from "@/lib/tenancy/tenant-pattern";
import type { PageRequest } from "./page-request";

/** The form's parameter, at the one address without a tenant. */
const parameter = "tenant";

const isUnnamed = ({ place }: PageRequest) => place.tenant === undefined && place.path === "/";

/** The address of the tenant named in the form, by identifier or, if equivalent, name. */
export function namedTenant(request: PageRequest): string | undefined {
  const tenant = identifierOf(new URLSearchParams(request.search).get(parameter) ?? "");
  return isUnnamed(request) && tenant !== "" ? addressOf(tenant, request) : undefined;
}

function addressOf(tenant: string, { config: { basePath, tenantPattern } }: PageRequest): string | undefined {
  const path = tenantPattern && pathOfTenant(tenant, tenantPattern);
  return path && basePath + path;
}

/**
 * Responds with 404 if the address names no organisation, an unknown one, or an inactive one, which only users with a
 * session there may know; offers a form for another name. Unknown views are handled by the shell.
 */
export async function UnknownTenant({ request }: { request: PageRequest }) {
  const { language, config, place, visitor } = request;
  await setStatus(404);
  const t = createTranslator({
    locale: language,
    messages: (await pageMessages("login"))[language],
    namespace: "login",
  });
  const isInactive = visitor.kind === "unknownTenant" && visitor.isInactive;
  const what = isUnnamed(request) ? "unnamedTenant" : isInactive ? "inactiveTenant" : "unknownTenant";
  const canContinue = !isInactive && addressOf("any", request) !== undefined;
  const description =
    canContinue && isUnnamed(request) ? "unnamedTenantAsk" : (`${what}Description` as const);
  return (
    <LoginFrame config={{ appTitle: config.appTitle, prefix: place.prefix }}>
      <h1 className="font-semibold text-lg leading-6">{t(`${what}Title`)}</h1>
      <p className="mt-3 text-muted">{t(description)}</p>
      {canContinue && (
        // Handled by the server, so that it works before hydration.
        <form action={config.basePath || "/"} className="mt-5 flex flex-col gap-4">
          <Field label={t("tenantField")} help={t("tenantHelp")}>
            <Input
              name={parameter}
              // The unknown name may have just a typing error.
              defaultValue={place.tenant}
              autoFocus
              required
              maxLength={maxIdentifierLength}
              autoCapitalize="none"
              autoComplete="organization"
              spellCheck={false}
              className="h-9"
            />
          </Field>
          <Button type="submit" variant="primary" size="lg">
            {t("tenantSubmit")}
          </Button>
        </form>
      )}
    </LoginFrame>
  );
}
