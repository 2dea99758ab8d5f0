import { mkdtempSync, readdirSync, renameSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import sharp from "sharp";
import { expect, test, vi } from "vitest";
import { attachmentActions } from "../../../lib/contract/attachment-actions";
import { buildApp } from "../../app";
import { sql } from "../../database/sql";
import { argon2id } from "../../queues/password";
import { pdfOf } from "../../seed/pdf";
import { describeApi } from "../../testing/api";
import { faultyFields, makeRole, personWith, unique, unknownId } from "../../testing/factories";

const dataDirectory = mkdtempSync(join(tmpdir(), "hub-downloads-"));
const day = 24 * 60 * 60 * 1000;
const soon = () => new Date(Date.now() + day).toISOString();

describeApi(
  "links of shares",
  (api) => {
    const upload = async (name = "a.txt", bytes: string | Uint8Array = "for you") => {
      const form = new FormData();
      form.append("fileName", unique("Shared "));
      form.append("file", new Blob([bytes as BlobPart]), name);
      return (await api.request("/attachments", { method: "POST", as: api.administrator, form }))
        .body as string;
    };
    const share = async (id: string, given: object = {}) =>
      (
        await api.request(`/attachments/${id}/shares`, {
          method: "POST",
          as: api.administrator,
          body: { validUntil: soon(), ...given },
        })
      ).body as string;
    // Each test uses its own network, because guesses are counted by network.
    let network = 0;
    const visitor = () => {
      const address = `203.0.${++network}.7`;
      return (path: string, body?: object, headers?: Record<string, string>) =>
        api.request(`/downloads/${path}`, { address, headers, ...(body && { method: "POST", body }) });
    };
    const sharesOf = async (id: string) =>
      (await api.request(`/attachments/${id}/shares`, { as: api.administrator })).body.list;

    test("[AM-03] anyone with the link sees the file and downloads it, which is logged", async () => {
      const id = await upload();
      const key = await share(id);
      const visit = visitor();
      expect((await visit(`${key}/file`)).body).toEqual({
        fileName: expect.stringMatching(/^Shared /),
        fileExtension: "txt",
        fileType: "Document",
        fileSize: 7,
        validUntil: expect.any(String),
        needsPassword: false,
        hasPreview: false,
      });
      const fetched = await visit(key);
      expect([fetched.status, fetched.text]).toEqual([200, "for you"]);
      const { body } = await api.request(`/attachments/${id}/download-logs`, { as: api.administrator });
      const [made] = await sharesOf(id);
      expect(made).toMatchObject({ shareKey: key, hasPassword: false, maxDownloads: null, downloadCount: 1 });
      expect(body.list).toMatchObject([{ userFirstName: "", attachmentShareId: made.attachmentShareId }]);
      expect(
        JSON.stringify((await api.request(`/attachments/${id}/history`, { as: api.administrator })).body),
      ).not.toContain(key);
    });

    test("[AM-03] [PM-05] a link grants no more than its creator's permissions, and ends with them", async () => {
      const sharing = [
        "AttachmentView",
        "AttachmentView_ShareSection",
        "AttachmentView_ShareSection_AddAction",
      ] as const;
      const id = await upload();
      const roleId = await makeRole(api, { permissions: sharing });
      const maker = await personWith(api, [], { roleIds: [roleId] });
      const body = { validUntil: soon() };
      const { body: key } = await api.request(`/attachments/${id}/shares`, {
        method: "POST",
        as: maker.as,
        body,
      });
      const visit = visitor();
      const statuses = async () => [
        (await visit(`${key}/file`)).status,
        (await visit(key)).status,
        (await visit(`${key}/tickets`, { password: "x" })).status,
      ];
      const grant = (names: readonly string[]) =>
        api.request(`/roles/${roleId}/permissions`, {
          method: "PUT",
          as: api.administrator,
          body: names.map((permissionId) => ({ permissionId })),
        });
      const works = async () =>
        (await sharesOf(id)).map((each: { makerMayShare: boolean }) => each.makerMayShare);
      expect([...(await statuses()), await works()]).toEqual([200, 200, 404, [true]]);
      for (const lost of sharing) {
        await grant(sharing.filter((name) => name !== lost));
        expect([lost, ...(await statuses()), await works()]).toEqual([lost, 404, 404, 404, [false]]);
      }
      await grant(sharing);
      expect(await statuses()).toEqual([200, 200, 404]);
      const suspend = (isActive: boolean) =>
        api.request(`/users/${maker.userId}`, {
          method: "PUT",
          as: api.administrator,
          body: { userName: maker.userName, isActive },
        });
      await suspend(false);
      expect([...(await statuses()), await works()]).toEqual([404, 404, 404, [false]]);
      await suspend(true);
      expect(await statuses()).toEqual([200, 200, 404]);
      const removed = { method: "DELETE", as: api.administrator } as const;
      await api.request(`/users?userIds=${maker.userId}`, removed);
      expect([...(await statuses()), await works()]).toEqual([404, 404, 404, [false]]);
      // An administrator's shares stay.
      expect((await visit(await share(id))).status).toBe(200);
    });

    test("[AM-03] a link ends when it expires, is deleted, or its file is deleted", async () => {
      const id = await upload();
      const [over, deleted, orphan] = [await share(id), await share(id), await share(id)];
      await api.connection.transaction("owner", (db) =>
        db.execute(sql`update attachment_shares set valid_until = now() where share_key = ${over}`),
      );
      const visit = visitor();
      const made = (await sharesOf(id)).find(({ shareKey }: { shareKey: string }) => shareKey === deleted);
      const remove = (shareId: string) =>
        api.request(`/attachments/${id}/shares?attachmentShareIds=${shareId}`, {
          method: "DELETE",
          as: api.administrator,
        });
      expect((await visit(deleted)).status).toBe(200);
      expect((await remove(made.attachmentShareId)).status).toBe(204);
      expect((await remove(made.attachmentShareId)).status).toBe(404);
      expect((await remove(unknownId)).status).toBe(404);
      const other = await upload();
      const kept = await share(other);
      expect((await remove((await sharesOf(other))[0].attachmentShareId)).status).toBe(404);
      expect((await visit(kept)).status).toBe(200);
      for (const key of [over, deleted])
        expect([(await visit(key)).status, (await visit(`${key}/file`)).status]).toEqual([404, 404]);
      expect((await visit(orphan)).status).toBe(200);
      await api.request(`/attachments?attachmentIds=${id}`, { method: "DELETE", as: api.administrator });
      expect((await visit(orphan)).status).toBe(404);
    });

    test("[AM-03] [AM-05] missing or past ends, zero downloads and sharing a link are refused", async () => {
      const id = await upload();
      const attempt = (attachmentId: string, body: object) =>
        api.request(`/attachments/${attachmentId}/shares`, { method: "POST", as: api.administrator, body });
      for (const body of [{}, { validUntil: "2020-01-01T00:00:00Z" }, { validUntil: "soon" }])
        expect(faultyFields((await attempt(id, body)).body)).toEqual(["validUntil"]);
      for (const maxDownloads of [0, -1, 1.5, 1_000_001])
        expect(faultyFields((await attempt(id, { validUntil: soon(), maxDownloads })).body)).toEqual([
          "maxDownloads",
        ]);
      const { body: link } = await api.request("/attachments", {
        method: "POST",
        as: api.administrator,
        body: { fileName: "x", url: "https://example.com" },
      });
      expect((await attempt(link, { validUntil: soon() })).status).toBe(404);
      const { as } = await personWith(api, ["AttachmentView", "AttachmentView_ShareSection"]);
      const { status } = await api.request(`/attachments/${id}/shares`, {
        method: "POST",
        as,
        body: { validUntil: soon() },
      });
      expect(status).toBe(403);
    });

    test("[AM-05] a limited link ends after its last download, even with concurrent ones", async () => {
      const key = await share(await upload(), { maxDownloads: 2 });
      const visit = visitor();
      const all = await Promise.all(Array.from({ length: 6 }, () => visit(key)));
      expect(all.map(({ status }) => status).sort()).toEqual([200, 200, 404, 404, 404, 404]);
      expect((await visit(`${key}/file`)).status).toBe(404);
    });

    test("[AM-03] [AM-05] a preview has the file's requirements, is not counted, and ends with the link", async () => {
      const page = pdfOf({ width: 100, height: 200, drawing: "1 0 0 rg 0 0 100 200 re f" });
      const id = await upload("page.pdf", page);
      const visit = visitor();
      const preview = (key: string, query = "") => api.app.inject(`/downloads/${key}/preview${query}`);
      const once = await share(id, { maxDownloads: 1 });
      expect((await visit(`${once}/file`)).body).toMatchObject({ hasPreview: true });
      for (let count = 0; count < 2; count += 1) {
        const shown = await preview(once);
        expect(shown.headers["content-type"]).toBe("image/webp");
        // The whole page.
        expect(await sharp(shown.rawPayload).metadata()).toMatchObject({ width: 320, height: 640 });
      }
      expect((await sharesOf(id))[0].downloadCount).toBe(0);
      const logs = await api.request(`/attachments/${id}/download-logs`, { as: api.administrator });
      expect(logs.body.totalCount).toBe(0);
      expect((await visit(once)).status).toBe(200);
      expect((await preview(once)).statusCode).toBe(404);

      const locked = await share(id, { password: "sesame" });
      const closed = await preview(locked);
      expect([closed.statusCode, closed.json().code]).toEqual([403, "sharePasswordNeeded"]);
      expect((await preview(locked, "?ticket=wrong")).statusCode).toBe(403);
      const { body: ticket } = await visit(`${locked}/tickets`, { password: "sesame" });
      expect((await preview(locked, `?ticket=${ticket}`)).statusCode).toBe(200);
      expect((await visit(`${locked}?ticket=${ticket}`)).status).toBe(200);
      expect((await preview(locked, `?ticket=${ticket}`)).statusCode).toBe(403);

      expect((await preview(await share(await upload()))).statusCode).toBe(404);
      const broken = await share(await upload("broken.pdf", "%PDF-1.7 and nothing"));
      expect((await preview(broken)).statusCode).toBe(404);
    });

    test("[AM-05] a password opens a link for one download, and guessing it is slowed down", async () => {
      const key = await share(await upload(), { password: "open sesame" });
      const visit = visitor();
      expect((await visit(`${key}/file`)).body).toMatchObject({ needsPassword: true });
      const closed = await visit(key);
      expect([closed.status, closed.body.code]).toEqual([403, "sharePasswordNeeded"]);
      const wrong = await visit(`${key}/tickets`, { password: "sesame" });
      expect([wrong.status, wrong.body.code]).toEqual([403, "wrongSharePassword"]);
      const { body: ticket } = await visit(`${key}/tickets`, { password: "open sesame" });
      const another = await share(await upload(), { password: "another" });
      expect((await visit(`${another}?ticket=${ticket}`)).status).toBe(403);
      expect((await visit(`${key}?ticket=${ticket}`)).text).toBe("for you");
      expect((await visit(`${key}?ticket=${ticket}`)).status).toBe(403);
      for (let guess = 0; guess < 5; guess += 1)
        await visit(`${key}/tickets`, { password: `sesame ${guess}` });
      expect((await visit(`${key}/tickets`, { password: "open sesame" })).status).toBe(429);
      const elsewhere = visitor();
      expect((await elsewhere(`${key}/tickets`, { password: "open sesame" })).status).toBe(200);
    });

    test("[AM-05] of many concurrent guesses five are checked, and right passwords are not throttled", async () => {
      const key = await share(await upload(), { password: "open sesame" });
      const verify = vi.spyOn(argon2id, "verify");
      const atOnce = (visit: ReturnType<typeof visitor>, passwordOf: (index: number) => string) =>
        Promise.all(
          Array.from({ length: 40 }, (_, index) => visit(`${key}/tickets`, { password: passwordOf(index) })),
        );
      try {
        const guessed = await atOnce(visitor(), (index) => `sesame ${index}`);
        expect(verify).toHaveBeenCalledTimes(5);
        expect(guessed.map(({ status }) => status).sort()).toEqual([
          ...Array(5).fill(403),
          ...Array(35).fill(429),
        ]);
        const known = await atOnce(visitor(), () => "open sesame");
        expect(new Set(known.map(({ status }) => status))).toEqual(new Set([200]));
      } finally {
        verify.mockRestore();
      }
    });

    test("[AM-05] an unchecked guess costs nothing", async () => {
      const key = await share(await upload(), { password: "open sesame" });
      const visit = visitor();
      const verify = vi.spyOn(argon2id, "verify").mockRejectedValue(new Error("no memory"));
      try {
        for (let guess = 0; guess < 6; guess += 1)
          expect((await visit(`${key}/tickets`, { password: "sesame" })).status).toBe(500);
      } finally {
        verify.mockRestore();
      }
      expect((await visit(`${key}/tickets`, { password: "open sesame" })).status).toBe(200);
    });

    test("[AM-05] guesses of one share's password do not count for another", async () => {
      const [closed, other] = [
        await share(await upload(), { password: "sesame" }),
        await share(await upload(), { password: "sesame" }),
      ];
      const visit = visitor();
      for (let guess = 0; guess < 6; guess += 1) await visit(`${other}/tickets`, { password: "wrong" });
      expect((await visit(`${other}/tickets`, { password: "sesame" })).status).toBe(429);
      expect((await visit(`${closed}/tickets`, { password: "sesame" })).status).toBe(200);
      expect((await visit(`${await share(await upload())}/tickets`, { password: "sesame" })).status).toBe(
        404,
      );
    });

    test("[AM-03] [AM-05] ranges and cached files are not counted again", async () => {
      const id = await upload();
      const key = await share(id);
      const visit = visitor();
      const counts = async () => {
        const logs = await api.request(`/attachments/${id}/download-logs`, { as: api.administrator });
        return [(await sharesOf(id))[0].downloadCount, logs.body.totalCount];
      };
      const part = (range: string) => visit(key, undefined, { range });
      expect((await part("bytes=0-2")).text).toBe("for");
      for (const range of ["bytes=3-4", "bytes=5-"]) expect((await part(range)).status).toBe(206);
      expect(await counts()).toEqual([1, 1]);
      const { headers } = await visit(key);
      expect((await visit(key, undefined, { "if-none-match": String(headers.etag) })).status).toBe(304);
      expect((await part("bytes=70-")).status).toBe(416);
      expect((await api.request(`/downloads/${key}`, { method: "HEAD" })).status).toBe(405);
      expect(await counts()).toEqual([2, 2]);
      // The first requested part is logged, from any offset.
      const unseen = await upload();
      await visit(await share(unseen), undefined, { range: "bytes=1-" });
      const logs = await api.request(`/attachments/${unseen}/download-logs`, { as: api.administrator });
      expect(logs.body.totalCount).toBe(1);
    });

    test("[AM-05] limited downloads send the whole file, and ranges do not circumvent the limit", async () => {
      const once = await share(await upload(), { maxDownloads: 1 });
      const visit = visitor();
      const whole = await visit(once, undefined, { range: "bytes=1-" });
      expect([whole.status, whole.text, whole.headers["accept-ranges"]]).toEqual([200, "for you", "none"]);
      expect((await visit(once, undefined, { range: "bytes=0-0" })).status).toBe(404);
    });

    test("[AM-05] a file lost by the store uses neither a download nor a ticket", async () => {
      const id = await upload();
      const key = await share(id, { maxDownloads: 1, password: "sesame" });
      const { body: detail } = await api.request(`/attachments/${id}`, { as: api.administrator });
      const [path = ""] = readdirSync(dataDirectory, { recursive: true, encoding: "utf8" }).filter((name) =>
        name.endsWith(`${detail.internalFileName}.bin`),
      );
      const [from, away] = [join(dataDirectory, path), join(dataDirectory, "away")];
      const visit = visitor();
      const { body: ticket } = await visit(`${key}/tickets`, { password: "sesame" });
      renameSync(from, away);
      expect((await visit(`${key}?ticket=${ticket}`)).status).toBe(404);
      renameSync(away, from);
      expect((await sharesOf(id))[0].downloadCount).toBe(0);
      expect((await visit(`${key}?ticket=${ticket}`)).text).toBe("for you");
    });

    test("[AM-03] [PM-02] keys are listed for users who may download the file", async () => {
      const id = await upload();
      const key = await share(id);
      const listedFor = async (...more: ["AttachmentView_DownloadAction"] | []) => {
        const { as } = await personWith(api, ["AttachmentView", "AttachmentView_ShareSection", ...more]);
        return (await api.request(`/attachments/${id}/shares`, { as })).body.list[0].shareKey;
      };
      expect([await listedFor(), await listedFor("AttachmentView_DownloadAction")]).toEqual(["", key]);
    });

    test("[CF-03] [AM-02] with sharing or downloading disabled, links are unknown", async () => {
      const key = await share(await upload(), { password: "sesame" });
      for (const off of ["Share", "Download"] as const) {
        const left = attachmentActions.filter((action) => action !== off);
        const app = await buildApp({
          config: { ...api.config, attachmentActions: left },
          connection: api.connection,
        });
        const answers = await Promise.all([
          app.inject(`/downloads/${key}`),
          app.inject(`/downloads/${key}/file`),
          app.inject({ method: "POST", url: `/downloads/${key}/tickets`, payload: { password: "sesame" } }),
        ]);
        expect(answers.map((answer) => [answer.statusCode, answer.json().code])).toEqual(
          Array(3).fill([403, "attachmentActionOff"]),
        );
        await app.close();
      }
    });
  },
  { dataDirectory },
);
