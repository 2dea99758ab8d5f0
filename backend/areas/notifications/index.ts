import { contract } from "../../../lib/contract";
import { notFound } from "../../core/errors";
import { textsOf } from "../../core/language";
import { implement } from "../../endpoint/route";
import { listFacts, listPage } from "../../lists/list";
import { markAlikeRead, markAllRead, markRead, mutedEvents, notificationList, setMuted } from "./queries";

const newestFirst = { sortBy: "createdOn", sortDir: "desc", phrase: "", filters: [] } as const;

export const routes = implement(contract.notifications, {
  list: ({ query, context }) => {
    const source = notificationList(query, textsOf(context.language));
    const { page, pageLimit } = query;
    return listPage(context.db, source, { page, pageLimit, ...newestFirst }, listFacts(context));
  },
  readAll: async ({ context }) => {
    await markAllRead(context.db);
    return null;
  },
  read: async ({ params, context }) => {
    // Another user's notification gets a 404 (HO-03).
    if (!(await markRead(context.db, params.notificationId))) throw notFound();
    return null;
  },
  readAlike: async ({ params, context }) => {
    if (!(await markAlikeRead(context.db, params.notificationId))) throw notFound();
    return null;
  },
  kinds: async ({ context }) => {
    const muted = await mutedEvents(context.db);
    return Array.from(textsOf(context.language).eventKinds, ([kind, kindName]) => ({
      kind,
      kindName,
      isMuted: muted.has(kind),
    }));
  },
  mute: async ({ params: { kind }, body: { isMuted }, context }) => {
    if (!textsOf(context.language).eventKinds.has(kind)) throw notFound();
    await setMuted(context.db, kind, isMuted);
    return null;
  },
});
