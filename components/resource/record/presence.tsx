"use client";
import { useTranslations } from "next-intl";
import { useEffect, useRef, useState } from "react";
import { Avatar } from "@/components/ui/avatar";
import { cn } from "@/components/ui/cn";
import { onNews, type ReportPresence } from "@/lib/client/live/news";
import { useCurrentUser } from "@/lib/client/permissions";
import { useTabStore } from "@/lib/client/tabs/context";
import { type PresenceState, type PresentUser, presenceInterval } from "@/lib/live/hub";
import { namesIn } from "../values/person-name";

interface PresenceProps {
  collection: string;
  id: string;
  state: Exclude<PresenceState, "draft">;
  say: ReportPresence;
}

/** Milliseconds after leaving a view within which its tab is closed, if that is the reason. */
const closeGracePeriod = 1_000;

/** Announces the user's presence at a record, and shows others (SH-12). With unsaved changes a user who leaves counts as away. */
export default function Presence({ collection, id, state, say }: PresenceProps) {
  const t = useTranslations("resource.live");
  const userId = useCurrentUser().data?.profile.userId;
  const tabs = useTabStore();
  const [people, setPeople] = useState<readonly PresentUser[]>([]);
  const latest = useRef(state);
  latest.current = state;

  useEffect(() => {
    say({ collection, id, state });
  }, [say, collection, id, state]);

  useEffect(() => {
    const announceAgain = () => say({ collection, id, state: latest.current });
    const timer = setInterval(announceAgain, presenceInterval);
    const stop = onNews((news) => {
      if (news.kind === "resync") announceAgain();
      if (news.kind !== "presence" || news.collection !== collection || news.id !== id) return;
      // Another window of the same user has left.
      if (!news.people.some((person) => person.userId === userId)) announceAgain();
      setPeople(news.people);
    });
    return () => {
      clearInterval(timer);
      stop();
      if (latest.current === "edits") reportAway();
      else say({ collection, id, state: "gone" });
    };

    /** A hidden tab has no effects: reports it as away until it is shown or closed. */
    function reportAway() {
      say({ collection, id, state: "draft" });
      const isOpen = () => tabs.getState().tabs.some(({ path }) => path === `/${collection}/${id}`);
      let awake: ReturnType<typeof setTimeout>;
      const look = () => {
        if (!isOpen()) return say({ collection, id, state: "gone" });
        say({ collection, id, state: "draft" });
        awake = setTimeout(look, presenceInterval);
      };
      awake = setTimeout(look, closeGracePeriod);
      end.current = () => clearTimeout(awake);
    }
  }, [say, collection, id, userId, tabs]);

  const end = useRef(() => {});
  useEffect(() => {
    end.current();
  }, []);

  const others = people.filter((person) => person.userId !== userId);
  if (others.length === 0) return null;
  const busy = others.filter((person) => person.state !== "looks");
  return (
    <div
      role="status"
      className="pointer-events-none absolute right-4 bottom-3 z-10 flex max-w-[calc(100%-2rem)] items-center gap-2 rounded-full border bg-raised p-1 shadow-float print:hidden"
    >
      {others.slice(0, 5).map(({ userId: otherId, name, state: theirs }) => (
        <span
          key={otherId}
          title={t(theirs, { name })}
          className={cn("rounded-full", theirs === "looks" ? "opacity-60" : "ring-2 ring-warning")}
        >
          <Avatar size={24} {...namesIn(name)} />
        </span>
      ))}
      <span className={cn("truncate pr-2 text-xs", busy.length === 0 && "sr-only")}>
        {(busy.length > 0 ? busy : others).map(({ name, state: theirs }) => t(theirs, { name })).join(", ")}
      </span>
    </div>
  );
}
