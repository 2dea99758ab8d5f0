"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { Suspense, useEffect, useState } from "react";
import { lazyPart } from "@/components/loading/lazy-part";
import { everywhere, SearchForm } from "@/components/resource/search/search-form";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { idle } from "@/components/ui/idle";
import { Skeleton } from "@/components/ui/skeleton";
import { useCapability, useKnownCapability } from "@/lib/client/api/capabilities";
import { queryOf } from "@/lib/client/api/query";
import { mayHaveDrafts } from "@/lib/client/drafts/may-have";
import { draftOwner } from "@/lib/client/drafts/names";
import { useCurrentUser, usePermissions, useStorageOwnerId } from "@/lib/client/permissions";
import { usePublicConfig } from "@/lib/client/public-config";
import { useNavigation } from "@/lib/client/tabs";
import { usePrefix } from "@/lib/client/tabs/prefix";
import { contract } from "@/lib/contract";
import { userDisplayName } from "@/lib/format/user-name";
import { useAreas } from "../../area/areas-context";
import { useCollections } from "../collections";
import { extraSections, type HomeSection } from "./extra-sections";
import { FirstSteps } from "./first-steps";
import { LatestChanges } from "./latest-changes";
import { NeedsYou } from "./needs-you";
import { RecentRecords } from "./recent-records";
import { Shortcuts } from "./shortcuts";

// Few users have left drafts.
const WaitingDrafts = lazyPart(() => import("./waiting-drafts"));

/** Figures, recent records, tasks and changes (HO-05), shortcuts (HO-01), and sections of the installation. */
export default function HomeView() {
  const t = useTranslations();
  const { data: user } = useCurrentUser();
  const { data: overview, isError, isWaiting, refetch } = useOverview();
  const name = user?.profile.firstName || (user && userDisplayName(user.profile));
  return (
    <div className="mx-auto flex max-w-[1480px] flex-col gap-5 px-4 py-6 sm:px-6">
      <header className="flex flex-wrap items-center gap-x-6 gap-y-3">
        {name && (
          <h1 className="min-w-0 flex-1 basis-64 font-semibold text-2xl tracking-tight">
            {t("home.welcome", { name })}
          </h1>
        )}
        <HomeSearch />
      </header>
      {isError && !overview && (
        <Alert
          tone="danger"
          action={
            <Button size="sm" onClick={() => refetch()}>
              {t("common.retry")}
            </Button>
          }
        >
          {t("home.failed")}
        </Alert>
      )}
      <FirstSections />
      {(overview || isWaiting) && <NeedsYou overview={overview} />}
      <FirstSteps overview={overview} />
      <Drafts />
      <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
        <div className="flex min-w-0 flex-col gap-5">
          <RecentRecords />
          {(overview?.changes || isWaiting) && <LatestChanges changes={overview?.changes} />}
        </div>
        <Shortcuts />
      </div>
      <ExtraSections />
    </div>
  );
}

/** The installation's sections that the user may see. */
function useExtraSections(): HomeSection[] {
  const config = usePublicConfig();
  const { allows } = usePermissions();
  return extraSections.filter((section) => allows(section) && section.isOffered?.(config) !== false);
}

function FirstSections() {
  return useExtraSections()
    .filter(({ isFirst }) => isFirst)
    .map((section) => <FirstSection key={section.id} {...section} />);
}

function FirstSection({ capability, Content }: HomeSection) {
  const isOffered = useKnownCapability(capability ?? "home");
  if (capability && !isOffered) return null;
  return (
    <Suspense fallback={<Skeleton className="h-[162px] rounded-lg max-lg:h-[287px]" />}>
      <Content />
    </Suspense>
  );
}

/** Last on the page, and loaded last. */
function ExtraSections() {
  const sections = useExtraSections();
  const [isRestThere, setRestThere] = useState(false);
  useEffect(() => idle(() => setRestThere(true)), []);
  if (!isRestThere) return null;
  return sections
    .filter(({ isFirst }) => !isFirst)
    .map(({ id, Content }) => (
      <Suspense key={id} fallback={null}>
        <Content />
      </Suspense>
    ));
}

function Drafts() {
  const owner = draftOwner(usePrefix(), useStorageOwnerId() ?? "");
  const [waiting, setWaiting] = useState(false);
  useEffect(() => idle(() => mayHaveDrafts(owner).then(setWaiting)), [owner]);
  if (!waiting) return null;
  return (
    <Suspense fallback={null}>
      <WaitingDrafts owner={owner} />
    </Suspense>
  );
}

/** Tasks and latest changes; empty without waiting if the server does not support it. */
function useOverview() {
  const isOffered = useKnownCapability("home");
  const { data, isError, refetch } = useQuery({
    ...queryOf(contract.home.overview, {}),
    enabled: isOffered === true,
  });
  return { data, isError, isWaiting: !data && !isError && isOffered !== false, refetch };
}

/** Opens the search, like its own form (HO-02). */
function HomeSearch() {
  const prefix = usePrefix();
  const { open } = useNavigation();
  const areas = useAreas();
  const collections = useCollections();
  const isOffered = useCapability("search");
  const [chosen, setChosen] = useState<string>();
  // The first area in registry order, which is the most used one.
  const [first] = areas.filter(({ name }) => collections.some(({ value }) => value === name));
  const collection = collections.some(({ value }) => value === chosen) ? chosen : first?.name;
  if (!collection) return null;

  const isEverywhere = chosen === everywhere;
  const search = (phrase: string) => {
    const where: Record<string, string> = isEverywhere ? { everywhere: "true" } : { collection };
    open(`/search?${new URLSearchParams({ ...where, ...(phrase && { phrase }) })}`);
  };
  return (
    <SearchForm
      action={`${prefix}/search`}
      collections={collections}
      collection={collection}
      phrase=""
      isEverywhere={isEverywhere}
      scope={isOffered && collections.length > 1 ? "everywhere" : "collections"}
      className="min-w-0 flex-1 basis-96"
      onCollection={setChosen}
      onSearch={search}
    />
  );
}
