"use client";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { useIsInSidePanel } from "@/components/ui/side-panel-context";
import { useFormat } from "@/lib/client/format";
import { useTab } from "@/lib/client/tabs";
import { RecordActions, type RecordActionsProps } from "./record-actions";
import { ShortcutStar } from "./shortcut-star";

interface Traced {
  createdOn: string;
  createdBy: string;
  updatedOn: string | null;
  updatedBy: string | null;
}

interface RecordHeadProps extends RecordActionsProps {
  icon: ReactNode;
  title: string;
  /** Badges such as "Default". */
  state?: ReactNode;
  trace: Traced;
}

/** Head of a detail view: title, author and time of creation and last change, and actions. */
export function RecordHead({ icon, title, state, trace, ...actions }: RecordHeadProps) {
  const t = useTranslations("resource");
  const format = useFormat();
  const Heading = useIsInSidePanel() ? "h2" : "h1";
  const { path } = useTab();
  const moment = (instant: string) => `${format.longDate(instant)}, ${format.time(instant)}`;

  return (
    // The buttons of a panel are at the right of the title.
    <header data-record-head="" className="@container/head border-b px-4 py-3 not-in-data-side-panel:sm:px-6">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2 in-data-side-panel:items-start in-data-side-panel:pr-18">
        <div className="flex min-w-0 flex-1 basis-64 items-center gap-3">
          <span className="shrink-0">{icon}</span>
          <div className="min-w-0">
            <div className="flex min-w-0 items-center gap-2 in-data-side-panel:flex-wrap">
              <Heading className="min-w-0 font-semibold text-lg">
                <span className="line-clamp-3 wrap-anywhere @min-[720px]/head:line-clamp-2">{title}</span>
              </Heading>
              {state}
              <ShortcutStar actionUrl={path} permissionLabel={title} />
            </div>
            <p className="flex flex-wrap gap-x-3 text-muted text-xs">
              <span
                title={format.longDateTime(trace.createdOn)}
                className={
                  trace.updatedOn === null ? undefined : "in-data-side-panel:@max-[400px]/head:hidden"
                }
              >
                {t("record.created", { when: moment(trace.createdOn), who: trace.createdBy })}
              </span>
              {trace.updatedOn !== null && (
                <span title={format.longDateTime(trace.updatedOn)}>
                  {t("record.updated", {
                    when: moment(trace.updatedOn),
                    who: trace.updatedBy ?? "",
                  })}
                </span>
              )}
            </p>
          </div>
        </div>
        <RecordActions {...actions} />
      </div>
    </header>
  );
}
