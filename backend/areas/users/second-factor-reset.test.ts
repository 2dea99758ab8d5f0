import { existsSync, mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { sql } from "../../database/sql";
import { describeApi } from "../../testing/api";
import {
  giveSecondFactors,
  makeUser,
  type Person,
  personWith,
  personWithout,
  unique,
  unknownId,
} from "../../testing/factories";
import { mailsIn } from "../../testing/mail";

const dataDirectory = mkdtempSync(join(tmpdir(), "hub-reset-"));
const editing = ["UserView", "UserView_EditAction"] as const;

describeApi(
  "reset of second factors",
  (api) => {
    const run = (statement: ReturnType<typeof sql>) =>
      api.connection.transaction("owner", (db) => db.execute(statement));
    /** A user with every factor. */
    const protectedUser = async (given: Parameters<typeof makeUser>[1] = {}) => {
      const user = await makeUser(api, given);
      await giveSecondFactors(api, user.userId);
      return user;
    };
    const textTo = (email: string) => {
      const folder = join(dataDirectory, "outbox");
      return existsSync(folder)
        ? mailsIn(folder).find(({ headers }) => headers.get("to") === email)?.text
        : undefined;
    };
    const look = ({ as }: Pick<Person, "as">, userId: string) =>
      api.request(`/users/${userId}/second-factors`, { as });
    const reset = ({ as }: Pick<Person, "as">, userId: string, reason = "Lost the phone") =>
      api.request(`/users/${userId}/second-factors/reset`, { method: "POST", as, body: { reason } });
    const refusal = async (response: ReturnType<typeof reset>) => {
      const { status, body } = await response;
      return [status, body?.code];
    };

    test("[AU-11] [PM-02] requires permission, as many rights as the person has, and never one's own", async () => {
      const { userId } = await protectedUser();
      const helper = await personWith(api, editing);
      const viewer = await personWith(api, ["UserView"]);
      expect(await refusal(reset(viewer, userId))).toEqual([403, "forbidden"]);
      expect((await look(viewer, userId)).status).toBe(403);
      expect((await look({ as: "" }, userId)).status).toBe(401);
      const almost = await personWithout(api, "RoleView");
      const stronger = await personWith(api, [...editing, "RoleView"]);
      expect(await refusal(reset(almost, stronger.userId))).toEqual([403, "secondFactorOfStronger"]);
      expect(await refusal(reset(helper, helper.userId))).toEqual([403, "ownSecondFactor"]);
      expect((await reset(helper, unknownId)).status).toBe(404);
      expect((await look(helper, unknownId)).status).toBe(404);
      expect((await reset(helper, userId, " ")).status).toBe(400);
      const { body: key } = await api.request("/user/create-api-key", { as: helper.as });
      expect(await refusal(reset({ as: `Bearer ${key}` }, userId))).toEqual([403, "notByApiKey"]);
      expect((await look(helper, userId)).body).toMatchObject({
        totpOn: expect.any(String),
        recoveryCodesLeft: 1,
      });
    });

    test("[AU-11] [HI-01] removes all, with the reason in the history and in a mail to the person", async () => {
      const email = `${unique("reset")}@example.com`;
      const { userId, userName } = await protectedUser({ email });
      const helper = await personWith(api, editing, { firstName: "Helga", lastName: "Helper" });
      expect((await look(helper, userId)).body.passkeys).toMatchObject([
        { name: "Laptop", lastUsedOn: null },
      ]);
      expect((await reset(helper, userId)).status).toBe(204);
      expect((await look(helper, userId)).body).toEqual({ totpOn: null, recoveryCodesLeft: 0, passkeys: [] });
      const { rows } = await run(sql`
        select type, changed_by_name as by, current from history where record_name = ${userName} order by changed_on`);
      expect(rows).toContainEqual({
        type: "UserSecondFactorsReset",
        by: "Helga Helper",
        current: { reason: "Lost the phone" },
      });
      await expect.poll(() => textTo(email)).toMatch(/Helga Helper has removed.*Lost the phone/);
      const { rows: revoked } = await run(sql`
        select kind from hub.revocations where subject = ${userId} order by kind`);
      expect(revoked).toEqual([{ kind: "recoveryCode" }, { kind: "totp" }]);
    });
  },
  { dataDirectory },
);
