"use client";
import { useQuery } from "@tanstack/react-query";
import { Trash2 } from "lucide-react";
import { useTranslations } from "next-intl";
import { useId } from "react";
import { ErrorView } from "@/components/errors/error-view";
import { ReasonedButton } from "@/components/resource/form/reasoned-button";
import { SectionCard } from "@/components/resource/form/section-card";
import { useConfirmedCall } from "@/components/resource/record/confirmed-call";
import { Skeleton } from "@/components/ui/skeleton";
import { call } from "@/lib/client/api/client";
import { ApiError } from "@/lib/client/api/error";
import { queryOf } from "@/lib/client/api/query";
import { useFormat } from "@/lib/client/format";
import { contract } from "@/lib/contract";
import type { IdentityProviderLink } from "@/lib/contract/identity-providers";

const providerNames: Readonly<Record<string, string>> = {
  microsoft: "Microsoft",
  google: "Google",
  apple: "Apple",
};

/** The user's linked identity providers; the last one cannot be removed (HO-04). */
export default function IdentityProvidersSection() {
  const t = useTranslations("my-account.identityProviders");
  const { data, error, refetch } = useQuery(queryOf(contract.user.identityProviders, {}));
  return (
    <SectionCard title={t("title")} titleId={useId()} description={t("description")}>
      {data ? (
        <Links links={data} />
      ) : error ? (
        <ErrorView status={error instanceof ApiError ? error.status : 0} onRetry={() => refetch()} />
      ) : (
        <Skeleton className="h-24 w-full" />
      )}
    </SectionCard>
  );
}

function Links({ links }: { links: readonly IdentityProviderLink[] }) {
  const t = useTranslations("my-account.identityProviders");
  const common = useTranslations("common");
  const never = useTranslations("resource.table")("never");
  const format = useFormat();
  const remove = useConfirmedCall<IdentityProviderLink>({
    question: ([link]) => ({
      title: t("removeTitle", { provider: link ? providerName(link.identityProvider) : "" }),
      description: t("removeLost"),
      confirmLabel: t("remove"),
    }),
    run: ([link]) =>
      call(contract.user.removeIdentityProvider, {
        query: { identityProvider: link?.identityProvider ?? "" },
      }),
    nameOf: ({ identityProvider }) => providerName(identityProvider),
    areas: contract.user.removeIdentityProvider.affects,
  });
  if (links.length === 0)
    return (
      <p className="text-muted text-sm">
        {t("empty")}. {t("emptyHint")}
      </p>
    );
  return (
    <ul className="-my-3 flex flex-col divide-y">
      {links.map((link) => (
        <li key={link.identityProvider} className="flex flex-wrap items-center gap-3 py-3">
          <div className="min-w-0 flex-1">
            <p className="font-medium">{providerName(link.identityProvider)}</p>
            <p className="break-words text-muted text-xs">
              {link.userName}
              {link.lastUsedOn !== undefined &&
                ` · ${t("lastUsed", { when: link.lastUsedOn ? format.dateTime(link.lastUsedOn) : never })}`}
            </p>
          </div>
          <ReasonedButton
            size="sm"
            variant="ghost"
            icon={<Trash2 />}
            loading={remove.pending}
            disabledReason={links.length === 1 ? t("deleteDisabled") : undefined}
            aria-label={`${common("delete")}: ${providerName(link.identityProvider)}`}
            onClick={() => remove.ask(link)}
          >
            {common("delete")}
          </ReasonedButton>
        </li>
      ))}
    </ul>
  );
}

/** Display name of a provider. */
function providerName(identityProvider: string): string {
  return providerNames[identityProvider.toLowerCase()] ?? identityProvider;
}
