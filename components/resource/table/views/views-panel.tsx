"use client";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { ListStart, Save, Star, Trash2 } from "lucide-react";
import { useTranslations } from "next-intl";
import { useEffect, useRef } from "react";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { useConfirm } from "@/components/ui/confirm-dialog";
import { IconButton } from "@/components/ui/icon-button";
import { Skeleton } from "@/components/ui/skeleton";
import { useFirstFocus } from "@/components/ui/use-first-focus";
import { call } from "@/lib/client/api/client";
import { queryOf } from "@/lib/client/api/query";
import { isSameValue } from "@/lib/client/same-value";
import { useTab } from "@/lib/client/tabs";
import { formatAddress } from "@/lib/client/tabs/address";
import { useShortcut } from "@/lib/client/use-shortcut";
import { contract } from "@/lib/contract";
import { type ListView, listViewAudiences } from "@/lib/contract/list-views";
import { invalidateAreas } from "../../list/invalidate";
import type { ListEndpoint } from "../../list/list-call";
import { NewView } from "./new-view";
import { listKey, useShowView, type ViewsTarget } from "./use-show-view";
import { settingsToSave, type ViewSettings } from "./view-settings";

const { list, save, remove } = contract["list-views"];

interface ViewsPanelProps extends ViewsTarget {
  /** Id of the list's default view; empty for none. */
  start: string;
  /** Null for none. */
  onStart: (listViewId: string | null) => void;
  onDone: () => void;
}

/** Lists the saved views: the user's own, those shared with their roles, and those shared with all users. */
export default function ViewsPanel({ start, onStart, onDone, ...target }: ViewsPanelProps) {
  const { endpoint, control, layout, attributes } = target;
  const { load } = attributes;
  const t = useTranslations("resource.table.views");
  const key = listKey(endpoint);
  const { data, error, refetch } = useQuery(queryOf(list, { query: { list: key } }));
  const panel = useRef<HTMLDivElement>(null);
  useFirstFocus(panel);
  // A view may name deleted attributes.
  useEffect(() => load?.(), [load]);
  const settings: ViewSettings = { state: control.state, layout: layout.layout, density: layout.density };
  const showView = useShowView(target);
  const show = (view: ListView) => {
    showView(view);
    onDone();
  };
  return (
    <div ref={panel} tabIndex={-1} className="flex w-80 max-w-full flex-col gap-3 p-3 outline-none">
      {error && !data && (
        <Button size="sm" onClick={() => refetch()}>
          {t("retry")}
        </Button>
      )}
      {!data && !error && <Skeleton className="h-16 w-full" />}
      {data?.length === 0 && <p className="text-muted text-sm">{t("none")}</p>}
      {listViewAudiences.map((audience) => {
        const views = data?.filter((view) => view.audience === audience) ?? [];
        if (views.length === 0) return null;
        return (
          <section key={audience} aria-label={t(audience)}>
            <h2 className="pb-1 text-muted text-xs">{t(audience)}</h2>
            <ul className="flex flex-col">
              {views.map((view) => (
                <ViewRow
                  key={view.listViewId}
                  view={view}
                  settings={settings}
                  endpoint={endpoint}
                  isStart={view.listViewId === start}
                  onStart={onStart}
                  onShow={show}
                />
              ))}
            </ul>
          </section>
        );
      })}
      {layout.showOwn && (
        <Button
          size="sm"
          onClick={() => {
            layout.showOwn?.();
            onDone();
          }}
        >
          {t("showOwn")}
        </Button>
      )}
      <NewView list={key} settings={settings} endpoint={endpoint} />
    </div>
  );
}

interface ViewRowProps {
  view: ListView;
  settings: ViewSettings;
  endpoint: ListEndpoint;
  isStart: boolean;
  onStart: (listViewId: string | null) => void;
  onShow: (view: ListView) => void;
}

function ViewRow({ view, settings, endpoint, isStart, onStart, onShow }: ViewRowProps) {
  const t = useTranslations("resource.table.views");
  const confirm = useConfirm();
  const client = useQueryClient();
  const { listViewId, viewName: name, version, mayEdit } = view;
  const params = { listViewId };
  const kept = settingsToSave(endpoint, settings);
  const { query, layout, density } = view;
  const isShown = isSameValue(kept, { query, layout, density });
  const onSettled = () => invalidateAreas(client, save.affects);
  const saving = useMutation({
    mutationFn: () => call(save, { params, body: { ...kept, version } }),
    onSettled,
  });
  const removing = useMutation({
    mutationFn: () => call(remove, { query: { listViewIds: [listViewId] } }),
    onSettled,
  });
  const askToRemove = async () => {
    const question = { title: t("removeTitle", { name }), confirmLabel: t("remove"), danger: true };
    if (await confirm(question)) removing.mutate();
  };
  return (
    <li className="flex items-center gap-1">
      <button
        type="button"
        aria-current={isShown || undefined}
        className={cn(
          "min-w-0 flex-1 truncate rounded px-2 py-1 text-left text-sm hover:bg-hover",
          isShown && "bg-selected font-medium",
        )}
        onClick={() => onShow(view)}
      >
        {name}
      </button>
      <HomeButton listViewId={listViewId} name={name} />
      <IconButton
        size="sm"
        label={t("startWith", { name })}
        aria-pressed={isStart}
        onClick={() => onStart(isStart ? null : listViewId)}
      >
        <ListStart className={cn(isStart && "text-primary")} />
      </IconButton>
      {mayEdit && (
        <>
          <IconButton
            size="sm"
            label={t("update", { name })}
            disabled={saving.isPending}
            onClick={() => saving.mutate()}
          >
            <Save />
          </IconButton>
          <IconButton size="sm" label={t("removeOf", { name })} onClick={askToRemove}>
            <Trash2 />
          </IconButton>
        </>
      )}
    </li>
  );
}

/** Adds the list with this view to the tiles of the home page, or removes it. */
function HomeButton({ listViewId, name }: { listViewId: string; name: string }) {
  const t = useTranslations("resource.table.views");
  const { path, query } = useTab();
  const actionUrl = formatAddress({
    path,
    query: { ...(query.tab && { tab: query.tab }), view: listViewId },
  });
  const { isMarked, isReady, toggle } = useShortcut({ actionUrl, permissionLabel: name });
  return (
    <IconButton
      size="sm"
      label={t("onHome", { name })}
      aria-pressed={isMarked}
      aria-disabled={!isReady}
      onClick={toggle}
    >
      <Star className={cn(isMarked && "fill-current text-warning")} />
    </IconButton>
  );
}
