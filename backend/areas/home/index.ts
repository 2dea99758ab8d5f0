import { allEndpoints, contract } from "../../../lib/contract";
import type { Endpoint } from "../../../lib/contract/endpoint";
import type { HomeOverview } from "../../../lib/contract/home";
import { latestChanges, type TracedRecords } from "../../audit/latest-changes";
import { isPermitted } from "../../http/permission";
import { type Context, implement } from "../../http/route";
import { countUpToMax, whatIsBegun } from "./queries";

export const routes = implement(contract.home, { overview: ({ context }) => overview(context) });

const changesShown = 10;

/** The calls that answer the history of one record of an area, whose path names the id. */
const histories = allEndpoints.filter(({ name }) => name === "recordHistory");

/** What needs the caller and what has changed (HO-05): of each thing what other calls would tell them, and nothing else. */
async function overview(context: Context): Promise<HomeOverview> {
  const { db, user } = context;
  const may = ({ access }: Endpoint) => isPermitted(access, user.permissions);
  const seesInvitations = may(contract.invitations.list);
  const traced = histories.filter(may).map(recordsOf);
  const [{ unread, open, expired, neverSignedIn }, changes, checklist] = await Promise.all([
    countUpToMax(db, [
      "unread",
      ...(seesInvitations ? (["open", "expired"] as const) : []),
      ...(may(contract.users.list) ? (["neverSignedIn"] as const) : []),
    ]),
    traced.length > 0 ? latestChanges(db, traced, changesShown) : undefined,
    may(contract.invitations.invite) && may(contract.roles.create) ? checklistOf(context) : undefined,
  ]);
  return {
    unread,
    ...(seesInvitations && { invitations: { open, expired } }),
    neverSignedIn,
    changes,
    checklist,
  };
}

function recordsOf({ area, path }: Endpoint): TracedRecords {
  const [, idName = ""] = /:(\w+)\//.exec(path) ?? [];
  return { area, idName };
}

/** Undefined once all of it is done. */
async function checklistOf({ db, config }: Context): Promise<HomeOverview["checklist"]> {
  const { isFirst, password, ...begun } = await whatIsBegun(db);
  const isGenerated = isFirst && config.authMode === "basic" && !config.adminPassword;
  const checklist = { ...begun, ...(isGenerated && { password }) };
  return Object.values(checklist).every(Boolean) ? undefined : checklist;
}
