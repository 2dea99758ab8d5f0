import { contract } from "../../../lib/contract";
import { implement } from "../../endpoint/route";
import { refuseUnseenList } from "../../members/policies";
import { view, viewsOfList } from "./queries";
import { create, remove, save } from "./service";

export const routes = implement(contract["list-views"], {
  list: ({ query, context }) => {
    refuseUnseenList(context.user, query.list);
    return viewsOfList(context, query.list);
  },
  detail: ({ params, context }) => view(context, params.listViewId),
  create: ({ body, context }) => create(context, body),
  save: ({ params, body, context }) => save(context, params.listViewId, body),
  remove: ({ query, context }) => remove(context, query.listViewIds),
});
