import { contract } from "../../../lib/contract";
import { factsOf, listPage } from "../../database/list";
import { notFound } from "../../http/errors";
import { textsOf } from "../../http/language";
import { implement } from "../../http/route";
import { markAllRead, markRead, notificationList } from "./queries";

const newestFirst = { sortBy: "createdOn", sortDir: "desc", phrase: "", filters: [] } as const;

export const routes = implement(contract.notifications, {
  list: ({ query, context }) => {
    const source = notificationList(query, textsOf(context.language));
    const { page, pageLimit } = query;
    return listPage(context.db, source, { page, pageLimit, ...newestFirst }, factsOf(context));
  },
  readAll: async ({ context }) => {
    await markAllRead(context.db);
    return null;
  },
  read: async ({ params, context }) => {
    // Another user's notification is as good as none (HO-03).
    if (!(await markRead(context.db, params.notificationId))) throw notFound();
    return null;
  },
});
