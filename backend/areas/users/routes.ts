import { contract } from "../../../lib/contract";
import { type UserDetail, userExportColumns } from "../../../lib/contract/users";
import { newPasswordHash } from "../../access/new-password";
import { removeApiKeys } from "../../api-keys/api-keys";
import { apiKeysOf } from "../../api-keys/queries";
import { historyHandlers } from "../../audit/history";
import { lastUpdateIn } from "../../audit/last-update";
import { factsOf, listPage } from "../../database/list";
import { exportHandler } from "../../export/export";
import { avatarAnswer, bringsAvatar, storedAvatar } from "../../files/avatars";
import { notFound } from "../../http/errors";
import { implement, slowly, slowlyIf } from "../../http/route";
import { rolesOfUser, userList } from "./queries";
import * as service from "./service";

export const routes = implement(contract.users, {
  list: ({ query, context }) => listPage(context.db, userList, query, factsOf(context)),
  listLastUpdate: ({ context }) => lastUpdateIn(context.db, "users"),
  detail: ({ params, context }) => service.shownDetail(context, params.userId),
  lastUpdate: ({ params, context }): Promise<UserDetail> => service.detailOf(context, params.userId),
  create: slowly({
    check: ({ body, context }) => service.mayCreate(context, body),
    prepare: ({ body, context }) => newPasswordHash(context, body.password),
    handle: ({ body, context }, passwordHash) => service.create(context, body, passwordHash),
  }),
  save: slowlyIf(bringsAvatar, {
    check: ({ params, body, context }) => service.maySave(context, params.userId, body),
    prepare: ({ body, context }) => storedAvatar(context, body),
    handle: ({ params, body, context }, avatarId) => service.save(context, params.userId, body, avatarId),
  }),
  setPassword: slowly({
    check: ({ params, context }) => service.mayChangePassword(context, params.userId),
    prepare: ({ body, context }) => newPasswordHash(context, body.password),
    handle: ({ params, body, context }, passwordHash) =>
      service.changePassword(context, params.userId, body, passwordHash),
  }),
  remove: ({ query, context }) => service.remove(context, query.userIds),
  roles: async ({ params, query, context }) => {
    await service.detailOf(context, params.userId);
    return listPage(context.db, rolesOfUser(params.userId), query, factsOf(context));
  },
  addRoles: ({ params, body, context }) => service.addRoles(context, params.userId, body.roleIds),
  removeRoles: ({ params, query, context }) => service.removeRoles(context, params.userId, query.roleIds),
  createApiKey: ({ params, query, context }) => service.makeApiKey(context, params.userId, query),
  apiKeys: async ({ params, query, context }) => {
    await service.detailOf(context, params.userId);
    return listPage(context.db, apiKeysOf(params.userId), query, factsOf(context));
  },
  removeApiKeys: ({ params, query, context }) => removeApiKeys(context, params.userId, query.apiKeyIds),
  avatar: async ({ params, context }) => {
    const { avatar } = await service.detailOf(context, params.userId);
    if (avatar !== params.avatarId) throw notFound();
    return avatarAnswer(context, avatar);
  },
  export: exportHandler({ name: "users", source: userList, columns: userExportColumns }),
  ...historyHandlers("users", "userId", "user_id"),
});
