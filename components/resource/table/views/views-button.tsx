"use client";
import { BookmarkCheck } from "lucide-react";
import { useTranslations } from "next-intl";
import { Suspense, useState } from "react";
import { lazyPart } from "@/components/loading/lazy-part";
import { useUserSetting } from "@/lib/client/preferences/use-user-setting";
import { useTab } from "@/lib/client/tabs";
import { listStateToQuery } from "../../list/list-call";
import { PanelButton } from "../panel-button";
import type { ViewsTarget } from "./use-show-view";

const ViewsPanel = lazyPart(() => import("./views-panel"));
const OpenedView = lazyPart(() => import("./opened-view"));

const readId = (stored: unknown) => (typeof stored === "string" ? stored : undefined);

/** Opens the saved views of a list, and applies the one of its address or its default (TL-07). */
export function ViewsButton(target: ViewsTarget) {
  const { endpoint } = target;
  const { query, setQuery } = useTab();
  const [start, setStart] = useUserSetting(`table.start.${endpoint.area}.${endpoint.name}`, readId, "");
  const [isStarting, setStarting] = useState(
    () => !Object.keys(listStateToQuery(endpoint, target.control.state)).some((name) => query[name]),
  );
  const opened = query.view ?? (isStarting ? start : "");
  return (
    <>
      <PanelButton
        label={useTranslations("resource.table.views")("title")}
        icon={<BookmarkCheck />}
        size="h-60 w-80"
      >
        {(close) => (
          <ViewsPanel
            {...target}
            start={start}
            onStart={(listViewId) => {
              setStarting(false);
              setStart(listViewId);
            }}
            onDone={close}
          />
        )}
      </PanelButton>
      <Suspense>
        {opened && (
          <OpenedView
            key={opened}
            {...target}
            listViewId={opened}
            onDone={(isGone) => {
              setStarting(false);
              setQuery({ view: undefined }, { replace: true });
              if (isGone && opened === start) setStart(null);
            }}
          />
        )}
      </Suspense>
    </>
  );
}
