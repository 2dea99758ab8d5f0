"use client";

import { useQuery } from "@tanstack/react-query";
import { Circle, CircleCheck, X } from "lucide-react";
import { useTranslations } from "next-intl";
import { Suspense, useEffect, useState } from "react";
import { lazyPart } from "@/components/loading/lazy-part";
import { SearchForm } from "@/components/resource/search/search-form";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { IconButton } from "@/components/ui/icon-button";
import { idle } from "@/components/ui/idle";
import { VisuallyHidden } from "@/components/ui/visually-hidden";
import { useKnownCapability } from "@/lib/client/api/capabilities";
import { queryOf } from "@/lib/client/api/query";
import { mayHaveDrafts } from "@/lib/client/drafts/may-have";
import { draftOwner } from "@/lib/client/drafts/names";
import { useCurrentUser, usePermissions, useStorageOwnerId } from "@/lib/client/permissions";
import { useUserSetting } from "@/lib/client/preferences/use-user-setting";
import { usePublicConfig } from "@/lib/client/public-config";
import { flag } from "@/lib/client/readers";
import { useNavigation, ViewLink } from "@/lib/client/tabs";
import { usePrefix } from "@/lib/client/tabs/prefix";
import { contract } from "@/lib/contract";
import type { HomeOverview } from "@/lib/contract/home";
import { userDisplayName } from "@/lib/format/user-name";
import { useAreas } from "../../area/areas-context";
import { useCollections } from "../collections";
import { extraSections } from "./extra-sections";
import { HomeCard, pressable } from "./home-card";
import { LatestChanges } from "./latest-changes";
import { NeedsYou } from "./needs-you";
import { RecentRecords } from "./recent-records";
import { Shortcuts } from "./shortcuts";

// Few users have left drafts.
const WaitingDrafts = lazyPart(() => import("./waiting-drafts"));

/** Recent records, tasks and changes (HO-05), shortcuts (HO-01), and sections of the installation. */
export default function HomeView() {
  const t = useTranslations();
  const { data: user } = useCurrentUser();
  const { data: overview, isError, isWaiting, refetch } = useOverview();
  const name = user?.profile.firstName || (user && userDisplayName(user.profile));
  return (
    <div className="mx-auto flex max-w-[1120px] flex-col gap-4 px-4 py-6 sm:px-6">
      <header className="flex flex-col gap-3 pb-1">
        {name && <h1 className="font-semibold text-xl">{t("home.welcome", { name })}</h1>}
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
      <FirstSteps checklist={overview?.checklist} />
      {/* On wide screens the changes leave room for the shortcuts, so that all four cards fit. */}
      <div className="grid gap-4 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <div className="flex min-w-0 flex-col gap-4">
          <Drafts />
          <RecentRecords />
        </div>
        {(overview || isWaiting) && <NeedsYou overview={overview} />}
        {(overview?.changes || isWaiting) && <LatestChanges changes={overview?.changes} />}
        <Shortcuts className={cn("self-start", overview && !overview.changes && "lg:col-span-2")} />
      </div>
      <ExtraSections />
    </div>
  );
}

/** Last on the page, and loaded last. */
function ExtraSections() {
  const config = usePublicConfig();
  const { allows } = usePermissions();
  const [isRestThere, setRestThere] = useState(false);
  useEffect(() => idle(() => setRestThere(true)), []);
  if (!isRestThere) return null;
  return extraSections
    .filter((section) => allows(section) && section.isOffered?.(config) !== false)
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
  const [chosen, setChosen] = useState<string>();
  // The first area in registry order, which is the most used one.
  const [first] = areas.filter(({ name }) => collections.some(({ value }) => value === name));
  const collection = collections.some(({ value }) => value === chosen) ? chosen : first?.name;
  if (!collection) return null;

  const search = (phrase: string, everywhere: boolean) => {
    const where: Record<string, string> = everywhere ? { everywhere: "true" } : { collection };
    open(`/search?${new URLSearchParams({ ...where, ...(phrase && { phrase }) })}`);
  };
  return (
    <SearchForm
      action={`${prefix}/search`}
      collections={collections}
      collection={collection}
      phrase=""
      onCollection={setChosen}
      onSearch={search}
    />
  );
}

const places = {
  password: "/my-account?tab=password",
  role: "/roles/new",
  others: "/users?invitations=new",
} as const;

const steps = Object.keys(places) as (keyof typeof places)[];

/** Guides an administrator through a new installation, until done or dismissed (HO-05). */
function FirstSteps({ checklist }: { checklist: HomeOverview["checklist"] }) {
  const t = useTranslations("home.steps");
  const [isHidden, setHidden] = useUserSetting("home.stepsHidden", flag, false);
  if (!checklist || isHidden) return null;
  return (
    <HomeCard
      title={t("title")}
      hint={t("hint")}
      action={
        <IconButton
          size="sm"
          variant="ghost"
          label={t("hide")}
          onClick={({ currentTarget }) => {
            // The button is removed together with its focus.
            currentTarget.closest<HTMLElement>("[role=tabpanel]")?.focus();
            setHidden(true);
          }}
        >
          <X />
        </IconButton>
      }
    >
      <ol className="grid py-1 sm:auto-cols-fr sm:grid-flow-col">
        {steps
          .filter((step) => checklist[step] !== undefined)
          .map((step) => {
            const isDone = checklist[step];
            const Icon = isDone ? CircleCheck : Circle;
            return (
              <li key={step} className={cn(pressable.item, "min-h-11")}>
                <Icon
                  aria-hidden="true"
                  className={cn("size-4 shrink-0", isDone ? "text-success" : "text-muted")}
                />
                <ViewLink
                  to={places[step]}
                  className={cn(
                    "text-sm",
                    isDone ? "text-muted line-through" : "font-medium",
                    pressable.link,
                  )}
                >
                  {t(step)}
                </ViewLink>
                {isDone && <VisuallyHidden>{t("done")}</VisuallyHidden>}
              </li>
            );
          })}
      </ol>
    </HomeCard>
  );
}
