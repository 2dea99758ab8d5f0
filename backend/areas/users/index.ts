export { userTable as table } from "../../records/user-table";

import { contract } from "../../../lib/contract";
import { type UserRow, userCreate, userEdit } from "../../../lib/contract/users";
import { userDisplayName } from "../../../lib/format/user-name";
import { newPasswordHash } from "../../access/new-password";
import { apiKeysOf } from "../../api-keys/queries";
import { avatarResponse, bringsAvatar, storedAvatar } from "../../attachments/avatars";
import { notFound } from "../../core/errors";
import { implement, slowHandler, slowHandlerIf } from "../../endpoint/route";
import { listFacts, listPage } from "../../lists/list";
import { attributeHandlers } from "../../records/attribute-handlers";
import { recordHandlers, restoreStateBy } from "../../records/handlers";
import type { ImportChanges } from "../../records/importable";
import { userTable } from "../../records/user-table";
import * as account from "./account";
import { bulkSave } from "./bulk-save";
import { exportUsers, listUsers } from "./list";
import { rolesPart } from "./parts";
import { permissionSources, rolesOfUser, signInsOf } from "./queries";
import { addRoles, removeRoles } from "./roles";
import { resetSecondFactors, secondFactorsOf } from "./second-factors";
import * as service from "./service";
import { endSessionOfUser, endSessionsOfUser, sessionsOfUser } from "./sessions";

const rules = { ...service.rules, parts: [rolesPart] };

export const routes = implement(contract.users, {
  ...recordHandlers(userTable, rules),
  ...attributeHandlers(userTable),
  list: ({ query, context }) => listUsers(context, query),
  export: (call) => exportUsers(call),
  detail: ({ params, context }) => service.shownDetail(context, params.userId),
  create: slowHandlerIf(({ body }) => body.password !== undefined, {
    check: ({ body, context }) => service.checkCreate(context, body),
    prepare: ({ body, context }) => newPasswordHash(context, body.password ?? "", body),
    handle: ({ body, context }, passwordHash) => service.create(context, body, passwordHash),
  }),
  save: slowHandlerIf(bringsAvatar, {
    check: ({ params, body, context }) => service.checkSave(context, params.userId, body),
    prepare: ({ body, context }) => storedAvatar(context, body),
    handle: ({ params, body, context }, avatarId) => service.save(context, params.userId, body, avatarId),
  }),
  bulkSave: ({ body: { userIds, values }, context }) => bulkSave(context, userIds, values),
  setPassword: slowHandler({
    check: ({ params, context }) => account.checkPasswordChange(context, params.userId),
    prepare: ({ params, body, context }) => newPasswordHash(context, body.password, params),
    handle: ({ params, body, context }, passwordHash) =>
      account.changePassword(context, params.userId, body, passwordHash),
  }),
  passwordLink: ({ params, context }) => account.makePasswordLink(context, params.userId),
  restoreState: restoreStateBy(userTable, rules, {
    // An earlier state must not let a suspended user in.
    edit: userEdit.omit({ avatar: true, isAvatarDeleted: true, isActive: true, suspendedUntil: true }),
    save: (context, userId, values) => service.save(context, userId, values),
    read: service.shownDetail,
  }),
  secondFactors: ({ params, context }) => secondFactorsOf(context, params.userId),
  resetSecondFactors: ({ params, body, context }) => resetSecondFactors(context, params.userId, body.reason),
  sessions: ({ params, context }) => sessionsOfUser(context, params.userId),
  endSession: ({ params, context }) => endSessionOfUser(context, params.userId, params.sessionId),
  endSessions: ({ params, context }) => endSessionsOfUser(context, params.userId),
  viewAs: ({ params, context }) => account.viewAs(context, params.userId),
  roles: async ({ params, query, context }) => {
    await userTable.get(context.db, params.userId);
    return listPage(context.db, rolesOfUser(params.userId), query, listFacts(context));
  },
  permissions: async ({ params, context }) => {
    await userTable.get(context.db, params.userId);
    return permissionSources(context.db, params.userId, context.user.offered);
  },
  signIns: async ({ params, context }) => {
    await userTable.get(context.db, params.userId);
    return signInsOf(context.db, params.userId, context.timeZone ?? "UTC");
  },
  addRoles: async ({ params, body, context }) => {
    await addRoles(context, params.userId, body.roleIds);
    return null;
  },
  removeRoles: async ({ params, query, context }) => {
    await removeRoles(context, params.userId, query.roleIds);
    return null;
  },
  createApiKey: ({ params, query, context }) => account.makeApiKey(context, params.userId, query),
  apiKeys: async ({ params, query, context }) => {
    await userTable.get(context.db, params.userId);
    return listPage(context.db, apiKeysOf(params.userId), query, listFacts(context));
  },
  removeApiKeys: ({ params, query, context }) =>
    account.removeApiKeys(context, params.userId, query.apiKeyIds),
  avatar: async ({ params, context }) => {
    const { avatar } = await userTable.get(context.db, params.userId);
    if (avatar !== params.avatarId) throw notFound();
    return avatarResponse(context, avatar);
  },
});

/**
 * Files contain no passwords. Rules of users do not depend on other users except for values that the database keeps
 * unique.
 */
export const importing: ImportChanges = {
  create: { body: userCreate.omit({ password: true, roleIds: true }), handleAll: service.createImported },
  alwaysSaved: ["firstName", "lastName"],
  isIndependent: true,
};

/** A user's label in the search. */
export const found = (row: object) => {
  const { userId, userName, firstName, lastName, avatar, ...user } = row as UserRow;
  return {
    id: userId,
    name: userDisplayName({ userName, firstName, lastName }),
    hint: user.email || userName,
    address: `/users/${userId}`,
    person: { firstName, lastName, userName, avatar },
  };
};
