import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { purgeDeleted } from "../../audit/purge";
import { sql } from "../../database/sql";
import { describeApi } from "../../testing/api";
import { makeRole, unique } from "../../testing/factories";

const dataDirectory = mkdtempSync(join(tmpdir(), "hub-restored-"));
const day = 24 * 60 * 60 * 1000;

describeApi(
  "attachments that are deleted and restored",
  (api) => {
    const asAdministrator = (method: "GET" | "PUT" | "POST" | "DELETE", path: string, body?: object) =>
      api.request(path, { method, as: api.administrator, body });
    const relate = async (roleId: string, attachmentIds: string[]) =>
      expect((await asAdministrator("PUT", `/roles/${roleId}/attachments`, { attachmentIds })).status).toBe(
        204,
      );
    const filesOf = async (roleId: string) => {
      const { list } = (await asAdministrator("GET", `/roles/${roleId}/attachments`)).body;
      return list.map(({ attachmentId }: { attachmentId: string }) => attachmentId);
    };
    /** The ids of records that refer to a file, as often as counted. */
    const usersOf = async (id: string) => {
      const { list, totalCount } = (await asAdministrator("GET", `/attachments/${id}/relations`)).body;
      expect(list).toHaveLength(totalCount);
      return list.map((relation: { id: string }) => relation.id);
    };
    const remove = async (path: string) => (await asAdministrator("DELETE", path)).status;
    const restore = async (area: string, body: object) =>
      expect((await asAdministrator("POST", `/${area}/deleted/restore`, body)).status).toBe(204);

    /** A file with a reference from a role. */
    async function attached() {
      const form = new FormData();
      form.append("fileName", unique("File "));
      form.append("file", new Blob(["Hello"]), "a.txt");
      const { body: id } = await api.request("/attachments", {
        method: "POST",
        as: api.administrator,
        form,
      });
      const roleId = await makeRole(api);
      await relate(roleId, [id]);
      return { id: id as string, roleId };
    }

    test("[AM-02] [AM-03] a restored file has its references, and its links until their end", async () => {
      const { id, roleId } = await attached();
      const share = async () => {
        const validUntil = new Date(Date.now() + day).toISOString();
        return (await asAdministrator("POST", `/attachments/${id}/shares`, { validUntil })).body as string;
      };
      const [open, over] = [await share(), await share()];
      expect(await remove(`/attachments?attachmentIds=${id}&isProceed=true`)).toBe(204);
      expect(await filesOf(roleId)).toEqual([]);
      for (const path of ["", "/relations", "/shares"])
        expect((await asAdministrator("GET", `/attachments/${id}${path}`)).status).toBe(404);
      for (const path of ["", "/file"])
        expect((await api.request(`/downloads/${open}${path}`)).status).toBe(404);

      await api.connection.transaction("owner", (db) =>
        db.execute(sql`update attachment_shares set valid_until = now() where share_key = ${over}`),
      );
      await restore("attachments", { attachmentIds: [id] });
      expect([await filesOf(roleId), await usersOf(id)]).toEqual([[id], [roleId]]);
      expect((await api.request(`/downloads/${open}`)).text).toBe("Hello");
      expect((await api.request(`/downloads/${over}`)).status).toBe(404);
      expect((await asAdministrator("GET", `/attachments/${id}/shares`)).body.totalCount).toBe(2);
    });

    test("[AM-02] a restored role has its files, which need no confirmation while it is deleted", async () => {
      const { id, roleId } = await attached();
      const living = await makeRole(api);
      await relate(living, [id]);
      const isDeletable = async () => (await asAdministrator("GET", `/attachments/${id}`)).body.isDeletable;
      expect(await remove(`/roles?roleIds=${roleId}`)).toBe(204);
      expect([await usersOf(id), await isDeletable()]).toEqual([[living], false]);
      expect(await remove(`/roles?roleIds=${living}`)).toBe(204);
      expect([await usersOf(id), await isDeletable()]).toEqual([[], true]);
      await restore("roles", { roleIds: [roleId] });
      expect([await filesOf(roleId), await usersOf(id), await isDeletable()]).toEqual([
        [id],
        [roleId],
        false,
      ]);
      expect(await remove(`/attachments?attachmentIds=${id}`)).toBe(409);
      expect(await remove(`/roles?roleIds=${roleId}`)).toBe(204);
      expect(await remove(`/attachments?attachmentIds=${id}`)).toBe(204);
      await restore("attachments", { attachmentIds: [id] });
      await restore("roles", { roleIds: [roleId] });
      expect([await filesOf(roleId), await usersOf(id)]).toEqual([[id], [roleId]]);
    });

    test("[HI-03] purging removes relations and links, from either side", async () => {
      const [one, other] = [await attached(), await attached()];
      const validUntil = new Date(Date.now() + day).toISOString();
      await asAdministrator("POST", `/attachments/${one.id}/shares`, { validUntil });
      await remove(`/attachments?attachmentIds=${one.id}&isProceed=true`);
      await remove(`/roles?roleIds=${other.roleId}`);
      await purgeDeleted(api.connection, new Date(Date.now() + day));
      const left = async (table: string) =>
        (
          await api.connection.transaction("owner", (db) =>
            db.execute(
              sql`select from ${sql.identifier(table)} where attachment_id in (${one.id}, ${other.id})`,
            ),
          )
        ).rows.length;
      expect([await left("attachment_relations"), await left("attachment_shares")]).toEqual([0, 0]);
      expect((await asAdministrator("GET", `/attachments/${other.id}`)).status).toBe(200);
    });
  },
  { dataDirectory },
);
