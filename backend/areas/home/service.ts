import { allEndpoints, contract } from "../../../lib/contract";
import type { Endpoint } from "../../../lib/contract/endpoint";
import { type HomeOverview, maxUsersChecked } from "../../../lib/contract/home";
import { maxCounted } from "../../../lib/contract/paging";
import { latestChanges, type TracedRecords } from "../../audit/latest-changes";
import { isPermitted } from "../../endpoint/permission";
import type { Context } from "../../endpoint/route";
import { countUpToMax, findCompletedSteps } from "./queries";

const changesShown = 10;

/** Calls for the history of one record of an area, with the id in their path. */
const histories = allEndpoints.filter(({ name }) => name === "recordHistory");

/** The caller's pending tasks and recent changes (HO-05), limited to data that other calls would show them. */
export async function overview(context: Context): Promise<HomeOverview> {
  const { db, user } = context;
  const may = ({ access }: Endpoint) => isPermitted(access, user.permissions);
  const seesInvitations = may(contract.invitations.list);
  const seesUsers = may(contract.users.list);
  const seesRoles = may(contract.users.roles);
  const seesFiles = may(contract.attachments.list);
  const traced = histories.filter(may).map(recordsOf);
  const [{ unread, open, expired, neverSignedIn, withoutRole, users, files }, changes, checklist] =
    await Promise.all([
      countUpToMax(db, [
        "unread",
        ...(seesInvitations ? (["open", "expired"] as const) : []),
        ...(seesUsers ? (["neverSignedIn", "users"] as const) : []),
        ...(seesRoles ? (["withoutRole"] as const) : []),
        ...(seesFiles ? (["files"] as const) : []),
      ]),
      traced.length > 0 ? latestChanges(db, traced, user.permissions, changesShown) : undefined,
      may(contract.invitations.invite) && may(contract.roles.create) ? checklistOf(context, may) : undefined,
    ]);
  return {
    unread,
    ...((seesUsers || seesFiles) && { totals: { users, files } }),
    ...(seesInvitations && { invitations: { open, expired } }),
    neverSignedIn,
    ...(seesRoles && {
      withoutRole: { count: withoutRole, isMore: withoutRole > maxCounted || users > maxUsersChecked },
    }),
    changes,
    checklist,
  };
}

function recordsOf({ area, path }: Endpoint): TracedRecords {
  const [, idName = ""] = /:(\w+)\//.exec(path) ?? [];
  return { area, idName };
}

/** Undefined once all steps are done. */
async function checklistOf(
  { db, config }: Context,
  may: (endpoint: Endpoint) => boolean,
): Promise<HomeOverview["checklist"]> {
  const { isFirst, password, brand, ...begun } = await findCompletedSteps(db);
  const isGenerated = isFirst && config.authMode === "basic" && !config.adminPassword;
  const checklist = {
    ...begun,
    ...(may(contract["organisation-settings"].save) && { brand }),
    ...(may(contract.system.checks) && { mail: config.smtpUrl !== undefined }),
    ...(isGenerated && { password }),
  };
  return Object.values(checklist).every(Boolean) ? undefined : checklist;
}
