"use client";
import { useTranslations } from "next-intl";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { useFormat } from "@/lib/client/format";
import type { Session, Sessions } from "@/lib/contract/sessions";
import { SectionRow } from "../form/section-row";
import { useConfirmedCall } from "../record/confirmed-call";

interface SessionListProps {
  sessions: Sessions;
  /** Name of the user; omitted for the caller's own sessions. */
  name?: string;
  end: (sessionId: string) => Promise<unknown>;
  /** Ends all but the session of the request. */
  endAll: () => Promise<unknown>;
  affects: readonly string[];
}

/** Sessions of a user, which can be ended one at a time or all together (AU-14). */
export function SessionList({ sessions, name, end, endAll, affects }: SessionListProps) {
  const t = useTranslations("resource.sessions");
  const { list, totalCount } = sessions;
  const all = name === undefined ? "Others" : "All";
  const clientOf = ({ browser, system }: Session) =>
    t("client", { browser: browser ?? "none", system: system ?? "none" });
  const ending = useConfirmedCall<Session | "all">({
    question: ([session = "all"]) =>
      session === "all"
        ? {
            title: t(`end${all}Title`, { name: name ?? "" }),
            description: t(`end${all}Lost`),
            confirmLabel: t(`end${all}`),
          }
        : {
            title: t("endTitle", { client: clientOf(session) }),
            description: t("endLost"),
            confirmLabel: t("end"),
          },
    run: ([session = "all"]) => (session === "all" ? endAll() : end(session.sessionId)),
    nameOf: (session) => (session === "all" ? t(`end${all}`) : clientOf(session)),
    doneText: ([session]) =>
      session === "all" ? t(name === undefined ? "othersEnded" : "allEnded") : t("ended"),
    areas: affects,
  });
  const hasOthers = totalCount > (list.some(({ isCurrent }) => isCurrent) ? 1 : 0);
  if (list.length === 0) return <p className="text-muted">{t("none")}</p>;
  return (
    <div className="flex flex-col gap-6">
      <ul className="-my-3 flex flex-col divide-y">
        {list.map((session) => (
          <SessionRow
            key={session.sessionId}
            session={session}
            client={clientOf(session)}
            isEnding={ending.pending}
            onEnd={() => ending.ask(session)}
          />
        ))}
      </ul>
      {totalCount > list.length && (
        <p className="text-muted text-xs">{t("newest", { shown: list.length, total: totalCount })}</p>
      )}
      {hasOthers && (
        <Button
          size="sm"
          aria-haspopup="dialog"
          className="self-start"
          loading={ending.pending}
          onClick={() => ending.ask("all")}
        >
          {t(`end${all}`)}
        </Button>
      )}
    </div>
  );
}

interface SessionRowProps {
  session: Session;
  client: string;
  isEnding: boolean;
  onEnd: () => void;
}

function SessionRow({ session, client, isEnding, onEnd }: SessionRowProps) {
  const t = useTranslations("resource.sessions");
  const format = useFormat();
  const { address, createdOn, lastUsedOn, isCurrent } = session;
  const times = t("times", { since: format.dateTime(createdOn), seen: format.dateTime(lastUsedOn) });
  return (
    <SectionRow
      title={
        <span className="flex flex-wrap items-center gap-2">
          {client}
          {isCurrent && <Badge tone="primary">{t("current")}</Badge>}
        </span>
      }
      state={[address, times].filter(Boolean).join(" · ")}
    >
      {!isCurrent && (
        <Button
          size="sm"
          variant="ghost"
          aria-haspopup="dialog"
          aria-label={`${t("end")}: ${client}`}
          aria-disabled={isEnding || undefined}
          onClick={isEnding ? undefined : onEnd}
        >
          {t("end")}
        </Button>
      )}
    </SectionRow>
  );
}
