import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { describeApi } from "../testing/api";
import { makeRole, unique } from "../testing/factories";

const dataDirectory = mkdtempSync(join(tmpdir(), "hub-attached-"));
afterAll(() => rmSync(dataDirectory, { recursive: true, force: true }));

describeApi(
  "files of records",
  (api) => {
    const ask = async (path: string, method: "GET" | "PUT" | "DELETE" = "GET", body?: object) =>
      api.request(path, { method, as: api.administrator, body });
    /** A record's history of its files: events and files, oldest first. */
    const fileHistoryOf = async (record: string) => {
      const { list } = (await ask(`/${record}/history?pageLimit=-1&sortBy=changedOn&sortDir=asc`)).body;
      return (list as { type: string; subject: string }[]).flatMap(({ type, subject }) =>
        /^(RoleAttachment|AttachmentRelation)/.test(type) ? [[type, subject]] : [],
      );
    };
    async function upload(fileName: string): Promise<string> {
      const form = new FormData();
      form.append("fileName", fileName);
      form.append("file", new Blob(["Hello"]), "a.txt");
      return (await api.request("/attachments", { method: "POST", as: api.administrator, form })).body;
    }

    test("[HI-01] [AM-02] adding or removing a record's file is in the history of both", async () => {
      const roleId = await makeRole(api);
      const { roleName } = (await ask(`/roles/${roleId}`)).body;
      const [kept, taken] = [unique("Kept "), unique("Taken ")];
      const attachmentIds = [await upload(kept), await upload(taken)];
      const given = () => ask(`/roles/${roleId}/attachments`, "PUT", { attachmentIds });
      expect([(await given()).status, (await given()).status]).toEqual([204, 204]);
      expect((await fileHistoryOf(`roles/${roleId}`)).toSorted()).toEqual([
        ["RoleAttachmentAdded", kept],
        ["RoleAttachmentAdded", taken],
      ]);

      const gone = attachmentIds[1];
      expect((await ask(`/roles/${roleId}/attachments?attachmentIds=${gone}`, "DELETE")).status).toBe(204);
      expect((await fileHistoryOf(`roles/${roleId}`)).at(-1)).toEqual(["RoleAttachmentRemoved", taken]);
      expect(await fileHistoryOf(`attachments/${gone}`)).toEqual([
        ["AttachmentRelationAdded", roleName],
        ["AttachmentRelationRemoved", roleName],
      ]);

      // A deletion is reported as one, and restored unchanged.
      expect((await ask(`/roles?roleIds=${roleId}`, "DELETE")).status).toBe(204);
      expect(await fileHistoryOf(`attachments/${attachmentIds[0]}`)).toEqual([
        ["AttachmentRelationAdded", roleName],
      ]);
    });
  },
  { dataDirectory },
);
