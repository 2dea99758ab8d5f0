"use client";
import { Activity, CircleAlert, CircleCheck, TriangleAlert } from "lucide-react";
import { useTranslations } from "next-intl";
import { useId } from "react";
import { RecordIcon } from "@/components/resource/record/record-icon";
import { RecordView } from "@/components/resource/record/record-view";
import { useRecord } from "@/components/resource/record/use-record";
import { Alert } from "@/components/ui/alert";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { useFormat } from "@/lib/client/format";
import { contract } from "@/lib/contract";
import type { CheckState, SystemCheckResult, SystemReport } from "@/lib/contract/system";

const nothing = {};

/** The installation's checks, those with a problem first (OP-06). */
export default function SystemView() {
  const t = useTranslations("system");
  const format = useFormat();
  const query = useRecord(contract.system.checks, nothing, () => "");
  return (
    <RecordView query={query} history={false}>
      {(report) => (
        <>
          <header className="flex flex-wrap items-center gap-3 border-b px-4 py-3 sm:px-6">
            <RecordIcon icon={Activity} />
            <div className="min-w-0 flex-1 basis-48">
              <h1 className="font-semibold text-lg">{t("title")}</h1>
              <p className="text-muted text-xs">{t("description", { version: report.version })}</p>
            </div>
            <Button loading={query.isFetching} onClick={() => void query.refetch()}>
              {t("checkAgain")}
            </Button>
          </header>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scrolls, and has nothing else that takes the focus */}
          <section aria-label={t("title")} tabIndex={0} className="min-h-0 flex-1 overflow-y-auto">
            <div className="flex max-w-[960px] flex-col gap-4 p-4 sm:px-6">
              <Summary report={report} />
              <ul className="divide-y rounded-lg border bg-surface">
                {inOrder(report.checks).map((check) => (
                  <Check key={check.id} check={check} />
                ))}
              </ul>
              <p className="text-muted text-xs">
                {t("checkedOn", { when: format.dateTime(report.checkedOn) })}
              </p>
            </div>
          </section>
        </>
      )}
    </RecordView>
  );
}

const tones = { fine: "success", look: "warning", act: "danger" } as const;
const worstFirst: readonly CheckState[] = ["act", "look", "fine"];

function Summary({ report: { checks } }: { report: SystemReport }) {
  const t = useTranslations("system.summary");
  const worst = worstFirst.find((state) => checks.some((check) => check.state === state)) ?? "fine";
  const count = checks.filter(({ state }) => state === worst).length;
  return <Alert tone={tones[worst]}>{t(worst, { count })}</Alert>;
}

const inOrder = (checks: readonly SystemCheckResult[]) =>
  worstFirst.flatMap((state) => checks.filter((check) => check.state === state));

const icons = {
  fine: { Icon: CircleCheck, className: "text-success" },
  look: { Icon: TriangleAlert, className: "text-warning" },
  act: { Icon: CircleAlert, className: "text-danger" },
};

function Check({ check: { title, state, text, remedy, at } }: { check: SystemCheckResult }) {
  const t = useTranslations("system");
  const format = useFormat();
  const titleId = useId();
  const { Icon, className } = icons[state];
  return (
    <li aria-labelledby={titleId} className="flex gap-3 px-4 py-3">
      <Icon aria-hidden="true" className={cn("mt-0.5 size-4 shrink-0", className)} />
      <div className="min-w-0 flex-1 text-sm">
        <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <h2 id={titleId} className="font-medium">
            {title}
          </h2>
          <Badge tone={tones[state]}>{t(`states.${state}`)}</Badge>
        </div>
        <p className="break-words text-muted">
          {text}
          {at && <span className="whitespace-nowrap tabular-nums"> {format.dateTime(at)}</span>}
        </p>
        {remedy && (
          <p className="mt-1 max-w-[80ch] break-words">
            <span className="font-medium">{t("remedy")}:</span> {remedy}
          </p>
        )}
      </div>
    </li>
  );
}
