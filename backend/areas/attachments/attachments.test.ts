import { once } from "node:events";
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { Agent, get as httpGet } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import sharp from "sharp";
import { expect, test, vi } from "vitest";
import { buildApp } from "../../app";
import { sql } from "../../database/sql";
import { inTenant } from "../../database/transaction";
import { makeFileStore } from "../../files/make-file-store";
import type { FileStore } from "../../files/store";
import { VideoPosters } from "../../files/video-posters";
import { pdfOf } from "../../seed/pdf";
import { ensureTenant } from "../../seed/tenant";
import { describeApi, type TestApi } from "../../testing/api";
import {
  faultyFields,
  makeAdministratorOf,
  makeRole,
  personWith,
  personWithout,
  unique,
  unknownId,
} from "../../testing/factories";
import { chunk, header, pngOf } from "../../testing/pictures";

const dataDirectory = mkdtempSync(join(tmpdir(), "hub-attachments-"));
/** All files in the store. */
const stored = () =>
  readdirSync(dataDirectory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => name);

interface Sent {
  name?: string;
  bytes?: Uint8Array | string;
  fields?: Record<string, string>;
  as?: string;
  method?: "POST" | "PUT";
  url?: string;
}

const send = (
  api: TestApi,
  {
    name = "notes.txt",
    bytes = "Hello",
    fields = {},
    as = api.administrator,
    method = "POST",
    url = "/attachments",
  }: Sent = {},
) => {
  const form = new FormData();
  for (const [key, value] of Object.entries(fields)) form.append(key, value);
  form.append("file", new Blob([bytes as BlobPart]), name);
  return api.request(url, { method, as, form });
};

/** Uploads a file; returns its id. */
const upload = async (api: TestApi, { fields, ...sent }: Sent = {}): Promise<string> => {
  const response = await send(api, { fields: { fileName: unique("File "), ...fields }, ...sent });
  expect([response.status, response.text]).toEqual([200, expect.any(String)]);
  return response.body;
};
const detailOf = async (api: TestApi, id: string) =>
  (await api.request(`/attachments/${id}`, { as: api.administrator })).body;
const raw = (api: TestApi, url: string, headers: Record<string, string> = {}) =>
  api.app.inject({ method: "GET", url, headers: { authorization: api.administrator, ...headers } });

const photo = () =>
  sharp({ create: { width: 640, height: 480, channels: 3, background: "#3060c0" } })
    .jpeg()
    .toBuffer();

describeApi(
  "attachments",
  (api) => {
    test("[AM-01] [BE-01] a form removes a status by an empty text, since it cannot send null", async () => {
      const status = await api.request("/attachment-status", {
        method: "POST",
        as: api.administrator,
        body: { attachmentStatusName: unique("Status ") },
      });
      const fields = { fileName: unique("File "), attachmentStatusId: status.body };
      const id = await upload(api, { fields });
      const none = { ...fields, attachmentStatusId: "" };
      expect((await detailOf(api, await upload(api, { fields: none }))).attachmentStatusId).toBeNull();
      expect((await detailOf(api, id)).attachmentStatusId).toBe(status.body);
      const saved = await send(api, { fields: none, method: "PUT", url: `/attachments/${id}` });
      expect([saved.status, saved.body.attachmentStatusId]).toEqual([200, null]);
    });

    test("[AM-03] [FM-10] a share is valid until the end of its last day in its creator's time zone", async () => {
      const id = await upload(api);
      const share = (validUntil: string) =>
        api.request(`/attachments/${id}/shares`, {
          method: "POST",
          as: api.administrator,
          headers: { timezone: "America/New_York" },
          body: { validUntil },
        });
      expect((await share("2099-07-04")).status).toBe(200);
      const { body } = await api.request(`/attachments/${id}/shares`, { as: api.administrator });
      expect(body.list[0].validUntil).toBe("2099-07-05T04:00:00.000Z");
      for (const validUntil of ["2020-01-01", "2099-02-30", "2099-07"]) {
        const refused = await share(validUntil);
        expect([refused.status, faultyFields(refused.body)]).toEqual([400, ["validUntil"]]);
      }
    });

    test("[AM-02] [PM-02] each action requires its own permission, and other tenants' files are hidden", async () => {
      const id = await upload(api);
      const statusFor = async (
        lacking: Parameters<typeof personWithout>[1],
        method: "GET" | "PUT" | "DELETE" | "POST",
        url: string,
        body?: object,
      ) => {
        const { as } = await personWithout(api, lacking);
        return (await api.request(url, { method, as, body })).status;
      };
      const [looker] = [await personWith(api, [])];
      expect((await send(api, { as: looker.as })).status).toBe(403);
      const adding = await personWithout(api, "AttachmentView_AddAction");
      const before = stored().length;
      expect((await send(api, { as: adding.as, fields: { fileName: "x" } })).status).toBe(403);
      expect(stored()).toHaveLength(before);
      const one = `/attachments/${id}`;
      const share = { validUntil: new Date(Date.now() + 86_400_000).toISOString() };
      expect([
        await statusFor("AttachmentView", "GET", one),
        await statusFor("AttachmentView", "GET", `${one}/original/x.txt/1`),
        await statusFor("AttachmentView_DownloadAction", "GET", `${one}/download`),
        await statusFor("AttachmentView_EditAction", "PUT", one, { fileName: "b" }),
        await statusFor("AttachmentView_DeleteAction", "DELETE", `/attachments?attachmentIds=${id}`),
        await statusFor("AttachmentView_RelationSection", "GET", `${one}/relations`),
        await statusFor("AttachmentView_ShareSection", "GET", `${one}/shares`),
        await statusFor("AttachmentView_ShareSection_AddAction", "POST", `${one}/shares`, share),
        await statusFor(
          "AttachmentView_ShareSection_DeleteAction",
          "DELETE",
          `${one}/shares?attachmentShareIds=${unknownId}`,
        ),
      ]).toEqual(Array(9).fill(403));
      const elsewhere = await makeAdministratorOf(api, "acme");
      const ofOne = api.app;
      const config = { ...api.config, multiTenancy: true };
      api.app = await buildApp({ config, connection: api.connection });
      try {
        for (const path of ["", "/download", "/original/x.txt/1", "/shares", "/versions"])
          expect([
            (await api.request(`/acme/attachments/${id}${path}`, { as: elsewhere.as })).status,
            (await api.request(`/main/attachments/${id}${path}`, { as: api.administrator })).status,
          ]).toEqual([404, 200]);
      } finally {
        await api.app.close();
        api.app = ofOne;
      }
    });

    test("[AM-01] [AT-04] [AT-05] an uploaded file is described, shown and downloaded unchanged", async () => {
      const fileName = unique("Übersicht ");
      const bytes = Buffer.from("Grüße\n".repeat(20_000));
      const id = await upload(api, {
        name: "plan.TXT",
        bytes,
        fields: { fileName, description: "All of it" },
      });
      expect(await detailOf(api, id)).toMatchObject({
        attachmentId: id,
        fileName,
        description: "All of it",
        fileExtension: "txt",
        fileType: "Document",
        fileSize: bytes.length,
        fileSizeFormatted: expect.stringMatching(/kB$/),
        syncVersion: 1,
        isDeletable: true,
        url: "",
        fileChecksum: expect.stringMatching(/^[0-9a-f]{64}$/),
        version: 1,
      });
      const found = await raw(api, `/attachments?phrase=${encodeURIComponent(fileName)}`);
      expect(found.json()).toMatchObject({
        totalCount: 1,
        list: [{ attachmentId: id, fileSize: bytes.length }],
      });
      const whole = await raw(api, `/attachments/${id}/download`);
      expect(whole.headers).toMatchObject({
        "content-type": "text/plain",
        "content-length": String(bytes.length),
        "content-disposition": expect.stringContaining(`${encodeURIComponent(fileName)}.txt`),
        "accept-ranges": "bytes",
        "x-content-type-options": "nosniff",
      });
      expect(whole.rawPayload.equals(bytes)).toBe(true);
      const shown = await raw(api, `/attachments/${id}/original/plan.txt/1`);
      expect(shown.rawPayload.equals(bytes)).toBe(true);
      expect((await raw(api, `/attachments/${id}/original/plan.txt/2`)).statusCode).toBe(404);
      expect((await raw(api, `/attachments/${id}/thumbnail/plan.txt/1`)).statusCode).toBe(404);
    });

    test("[AT-01] any range of a file has exactly its bytes", async () => {
      const bytes = Buffer.from(Array.from({ length: 5000 }, (_, at) => at % 251));
      const id = await upload(api, {
        name: "a.txt",
        bytes: Buffer.concat([Buffer.from([0xff, 0xfe]), bytes]),
      });
      const all = (await raw(api, `/attachments/${id}/stream/a/1`)).rawPayload;
      await fc.assert(
        fc.asyncProperty(fc.nat(5100), fc.nat(5100), async (one, other) => {
          const [start, end] = [Math.min(one, other), Math.max(one, other)];
          const part = await raw(api, `/attachments/${id}/stream/a/1`, { range: `bytes=${start}-${end}` });
          if (start >= all.length) {
            expect([part.statusCode, part.headers["content-range"]]).toEqual([416, `bytes */${all.length}`]);
            return;
          }
          const last = Math.min(end, all.length - 1);
          expect([part.statusCode, part.headers["content-range"]]).toEqual([
            206,
            `bytes ${start}-${last}/${all.length}`,
          ]);
          expect(part.rawPayload.equals(all.subarray(start, last + 1))).toBe(true);
        }),
        { numRuns: 40 },
      );
      const tail = await raw(api, `/attachments/${id}/stream/a/1`, { range: "bytes=-7" });
      expect(tail.rawPayload.equals(all.subarray(-7))).toBe(true);
      const { etag = "" } = tail.headers;
      expect(
        (await raw(api, `/attachments/${id}/stream/a/1`, { "if-none-match": String(etag) })).statusCode,
      ).toBe(304);
      const changed = await raw(api, `/attachments/${id}/stream/a/1`, {
        range: "bytes=0-1",
        "if-range": '"other"',
      });
      expect([changed.statusCode, changed.rawPayload.length]).toEqual([200, all.length]);
    });

    test("[AT-04] a file lost by the store is reported as missing, in a complete response", async () => {
      const id = await upload(api);
      const { internalFileName } = await detailOf(api, id);
      const [lost = ""] = readdirSync(dataDirectory, { recursive: true, encoding: "utf8" }).filter((path) =>
        path.endsWith(`${internalFileName}.bin`),
      );
      rmSync(join(dataDirectory, lost));
      for (const headers of [undefined, { range: "bytes=1-2" }]) {
        const {
          statusCode,
          headers: sent,
          rawPayload,
        } = await raw(api, `/attachments/${id}/original/x/1`, headers);
        expect([statusCode, sent["content-length"]]).toEqual([404, String(rawPayload.length)]);
      }
    });

    test("[AT-04] one connection fetches several files: each response ends with its last byte", async () => {
      const bytes = Buffer.alloc(700_000, "x");
      const id = await upload(api, { bytes });
      const origin = new URL(await api.app.listen({ port: 0, host: "127.0.0.1" }));
      const agent = new Agent({ keepAlive: true, maxSockets: 1 });
      const sockets = new Set<unknown>();
      const fetchOnce = () =>
        new Promise<number>((resolve, reject) => {
          const path = `/attachments/${id}/original/x/1`;
          const headers = { authorization: api.administrator };
          const asked = httpGet(
            { agent, port: origin.port, host: origin.hostname, path, headers },
            (answer) => {
              sockets.add(answer.socket);
              let size = 0;
              answer.on("data", (part: Buffer) => (size += part.length));
              answer.on("end", () => resolve(size));
            },
          );
          asked.on("error", reject);
        });
      for (let count = 0; count < 60; count += 1) expect(await fetchOnce()).toBe(bytes.length);
      expect(sockets.size).toBe(1);
      agent.destroy();
    });

    test("[AM-02] a download is logged once, regardless of its ranges, and only if it began", async () => {
      const id = await upload(api);
      const url = `/attachments/${id}/download`;
      const first = await raw(api, url, { range: "bytes=0-1" });
      for (const range of ["bytes=2-3", "bytes=4-"])
        expect((await raw(api, url, { range })).statusCode).toBe(206);
      const { etag } = first.headers;
      for (const held of [etag, `W/${etag}`, `"other", ${etag}`, "*"])
        expect((await raw(api, url, { "if-none-match": String(held) })).statusCode).toBe(304);
      expect((await raw(api, url, { range: "bytes=99-" })).statusCode).toBe(416);
      expect((await api.request(url, { method: "HEAD", as: api.administrator })).status).toBe(405);
      const { internalFileName } = await detailOf(api, id);
      const [lost = ""] = readdirSync(dataDirectory, { recursive: true, encoding: "utf8" }).filter((path) =>
        path.endsWith(`${internalFileName}.bin`),
      );
      rmSync(join(dataDirectory, lost));
      expect((await raw(api, url)).statusCode).toBe(404);
      expect((await raw(api, `${url}-logs`)).json().totalCount).toBe(1);
    });

    test("[AT-04] [PM-02] files that are never shown inline require the permission to download", async () => {
      const archive = await upload(api, { name: "a.rar", bytes: "Rar!\u001a\u0007\u0000" });
      const text = await upload(api);
      const { as } = await personWith(api, ["AttachmentView"]);
      const statusesOf = async (id: string, by: string) => [
        (await api.request(`/attachments/${id}/original/x/1`, { as: by })).status,
        (await api.request(`/attachments/${id}/stream/x/1`, { as: by })).status,
      ];
      expect(await statusesOf(archive, as)).toEqual([403, 403]);
      expect(await statusesOf(archive, api.administrator)).toEqual([200, 200]);
      expect(await statusesOf(text, as)).toEqual([200, 200]);
    });

    test("[AT-04] an unreadable picture is tried once", async () => {
      const whole = await photo();
      const id = await upload(api, { name: "broken.jpg", bytes: whole.subarray(0, whole.length / 3) });
      const thumbnail = () => raw(api, `/attachments/${id}/thumbnail/broken.jpg/1`);
      expect((await thumbnail()).statusCode).toBe(404);
      const { internalFileName } = await detailOf(api, id);
      const [path = ""] = readdirSync(dataDirectory, { recursive: true, encoding: "utf8" }).filter((name) =>
        name.endsWith(`${internalFileName}.bin`),
      );
      // There would be one now.
      writeFileSync(join(dataDirectory, path), whole);
      expect((await thumbnail()).statusCode).toBe(404);
    });

    test("[BE-01] a non-text part of a form is refused", async () => {
      const form = new FormData();
      form.append("fileName", "x");
      form.append("description", new Blob(['{"a":1}'], { type: "application/json" }));
      form.append("file", new Blob(["Hello"]), "x.txt");
      const text = await new Response(form).text();
      const boundary = text.slice(2, text.indexOf("\r\n"));
      const response = await api.app.inject({
        method: "POST",
        url: "/attachments",
        headers: {
          authorization: api.administrator,
          "content-type": `multipart/form-data; boundary=${boundary}`,
        },
        payload: text.replace('; filename="blob"', ""),
      });
      expect(response.statusCode).toBe(400);
    });

    test("[AT-04] a picture has a thumbnail, created once and never changed", async () => {
      const id = await upload(api, { name: "me.jpg", bytes: await photo() });
      const first = await raw(api, `/attachments/${id}/thumbnail/me.jpg/1`);
      expect(first.headers["content-type"]).toBe("image/webp");
      expect(await sharp(first.rawPayload).metadata()).toMatchObject({ format: "webp", width: 256 });
      const second = await raw(api, `/attachments/${id}/thumbnail/me.jpg/1`);
      expect(second.rawPayload.equals(first.rawPayload)).toBe(true);
    });

    test("[AT-04] a PDF has a thumbnail of its first page, a broken one none, and a video with ffmpeg", async () => {
      const thumbnailOf = (id: string) => raw(api, `/attachments/${id}/thumbnail/x/1`);
      const page = pdfOf({ width: 100, height: 100, drawing: "1 0 0 rg 0 0 100 100 re f" });
      const made = await thumbnailOf(await upload(api, { name: "page.pdf", bytes: page }));
      expect(made.headers["content-type"]).toBe("image/webp");
      expect(await sharp(made.rawPayload).metadata()).toMatchObject({ width: 256, height: 256 });
      const broken = await upload(api, { name: "broken.pdf", bytes: "%PDF-1.7 and nothing" });
      expect([(await thumbnailOf(broken)).statusCode, (await thumbnailOf(broken)).statusCode]).toEqual([
        404, 404,
      ]);

      const film = Buffer.concat([
        Buffer.from([0, 0, 0, 24]),
        Buffer.from("ftypisom\u0000\u0000\u0002\u0000isomiso2"),
      ]);
      const video = await upload(api, { name: "film.mp4", bytes: film });
      const capabilities = async () =>
        (await raw(api, "/settings/version")).json().capabilities.includes("video-posters");
      expect([(await thumbnailOf(video)).statusCode, await capabilities()]).toEqual([404, false]);
      const without = api.app;
      const posters = new VideoPosters("/no/such/program");
      const asked = vi.spyOn(posters, "pictureOf").mockImplementation(async ({ read }) => {
        let head = Buffer.alloc(0);
        for await (const part of read({ start: 4, end: 7 })) head = Buffer.concat([head, part]);
        expect(head.toString()).toBe("ftyp");
        return sharp(await photo())
          .png()
          .toBuffer();
      });
      api.app = await buildApp({ config: api.config, connection: api.connection, posters });
      try {
        const poster = await thumbnailOf(video);
        expect(await sharp(poster.rawPayload).metadata()).toMatchObject({ format: "webp", width: 256 });
        expect((await thumbnailOf(video)).rawPayload.equals(poster.rawPayload)).toBe(true);
        expect([asked.mock.calls.length, await capabilities()]).toEqual([1, true]);
      } finally {
        await api.app.close();
        api.app = without;
      }
    });

    test("[AM-05] [AT-03] a new file is the next version; the previous one stays, and the history has both", async () => {
      const id = await upload(api, { bytes: "one" });
      const saved = await send(api, {
        method: "PUT",
        url: `/attachments/${id}`,
        name: "other.png",
        bytes: await sharp(await photo())
          .png()
          .toBuffer(),
        fields: { fileName: "Two", version: "1" },
      });
      expect([saved.status, saved.body]).toEqual([
        200,
        expect.objectContaining({ fileName: "Two", syncVersion: 2, fileType: "Image", fileExtension: "png" }),
      ]);
      expect((await raw(api, `/attachments/${id}/download/1`)).body).toBe("one");
      expect((await raw(api, `/attachments/${id}/download`)).headers["content-type"]).toBe("image/png");
      const versions = await raw(api, `/attachments/${id}/versions?sortDir=desc`);
      expect(versions.json()).toMatchObject({
        totalCount: 2,
        list: [{ syncVersion: 2 }, { syncVersion: 1 }],
      });
      const stale = await send(api, {
        method: "PUT",
        url: `/attachments/${id}`,
        fields: { fileName: "Three", version: "1" },
      });
      expect(stale.status).toBe(409);
      expect((await detailOf(api, id)).syncVersion).toBe(2);
      const history = await raw(api, `/attachments/${id}/history`);
      expect(history.json().list.map(({ type }: { type: string }) => type)).toEqual(
        expect.arrayContaining(["AttachmentCreated", "AttachmentUpdated"]),
      );
    });

    test("[AM-01] an invalid file is refused on its field and leaves nothing behind", async () => {
      const before = stored().length;
      const cases: [Sent, string[]][] = [
        [{ name: "photo.jpg", bytes: "<html><script>alert(1)</script>" }, ["file"]],
        [{ name: "photo.png", bytes: await photo() }, ["file"]],
        [{ name: "report.pdf", bytes: "MZ\u0000\u0000" }, ["file"]],
        [{ name: "sheet.xlsx", bytes: "PK" }, ["file"]],
        [{ name: "run.exe", bytes: "MZ" }, ["file"]],
        [{ name: "noextension", bytes: "text" }, ["file"]],
        [{ name: "empty.txt", bytes: "" }, ["file"]],
        [{ name: "notes.txt", bytes: "a\u0000b" }, ["file"]],
        [{ fields: { fileName: "" } }, ["fileName"]],
        [{ fields: { fileName: 'a"b<c' } }, ["fileName"]],
        [{ fields: { fileName: "..\\x" } }, ["fileName"]],
        [{ fields: { fileName: "x".repeat(256) } }, ["fileName"]],
        [{ fields: { fileName: "both", url: "https://example.com" } }, ["url"]],
        [{ fields: { fileName: "s", attachmentStatusId: unknownId } }, ["attachmentStatusId"]],
      ];
      for (const [sent, fields] of cases) {
        const response = await send(api, { ...sent, fields: { fileName: "x", ...sent.fields } });
        expect([sent.name, response.status, faultyFields(response.body)]).toEqual([sent.name, 400, fields]);
      }
      const json = await api.request("/attachments", {
        method: "POST",
        as: api.administrator,
        body: { fileName: "x", file: { name: "x.txt", type: "", size: 3 } },
      });
      expect([json.status, faultyFields(json.body)]).toEqual([400, ["file"]]);
      expect(stored()).toHaveLength(before);
    });

    test("[AM-01] [AT-04] misleading names have no effect, and active content is only downloaded", async () => {
      const refused = ["two\nlines", "photo\u202egpj.exe", "../up", 'quote"d', "nul\u0000l", "bell\u0007"];
      for (const fileName of refused) {
        const response = await send(api, { fields: { fileName } });
        expect([fileName, response.status, [...new Set(faultyFields(response.body))]]).toEqual([
          fileName,
          400,
          ["fileName"],
        ]);
      }
      const longest = "ü".repeat(255);
      const id = await upload(api, { fields: { fileName: longest } });
      expect((await detailOf(api, id)).fileName).toBe(longest);
      expect((await raw(api, `/attachments/${id}/download`)).headers["content-disposition"]).toContain(
        `${encodeURIComponent(longest)}.txt`,
      );
      // The original name stays private: only its extension counts.
      expect((await send(api, { name: "photo\u202egpj.exe", fields: { fileName: "x" } })).status).toBe(400);
      const climbing = await upload(api, { name: "..\\..\\..\\notes.txt" });
      expect(await detailOf(api, climbing)).toMatchObject({ fileExtension: "txt" });

      const drawing = "<svg xmlns='http://www.w3.org/2000/svg'><script>alert(1)</script></svg>";
      const svg = await upload(api, { name: "drawing.svg", bytes: drawing });
      for (const path of ["download", "original/x.svg/1", "stream/x.svg/1"])
        expect((await raw(api, `/attachments/${svg}/${path}`)).headers).toMatchObject({
          "content-disposition": expect.stringMatching(/^attachment; /),
          "x-content-type-options": "nosniff",
        });
      const huge = pngOf(header({ width: 50_000, height: 50_000 }), chunk("IDAT"), chunk("IEND"));
      for (const [name, bytes] of [["drawing.svg", drawing] as const, ["huge.png", huge] as const]) {
        const made = await upload(api, { name, bytes });
        expect([name, (await raw(api, `/attachments/${made}/thumbnail/x/1`)).statusCode]).toEqual([
          name,
          404,
        ]);
      }
    });

    test("[AT-02] a form truncated anywhere leaves nothing", async () => {
      const before = stored().length;
      const whole = Buffer.from(
        '--b\r\ncontent-disposition: form-data; name="fileName"\r\n\r\nCut\r\n--b\r\ncontent-disposition: form-data; name="file"; filename="cut.txt"\r\n\r\nsome text\r\n--b--\r\n',
      );
      const sent = (body: Buffer) =>
        api.app.inject({
          method: "POST",
          url: "/attachments",
          headers: { authorization: api.administrator, "content-type": "multipart/form-data; boundary=b" },
          payload: body,
        });
      for (let end = 1; end < whole.length - 4; end += 9)
        expect([end, (await sent(whole.subarray(0, end))).statusCode]).toEqual([end, 400]);
      expect(stored()).toHaveLength(before);
      expect((await sent(whole)).statusCode).toBe(200);
      expect(stored()).toHaveLength(before + 1);
    });

    test("[AM-01] a link is stored and never fetched; invalid web addresses are refused", async () => {
      const link = (url: string) =>
        api.request("/attachments", {
          method: "POST",
          as: api.administrator,
          body: { fileName: "Link", url },
        });
      const { body: id } = await link("https://example.com/a?b=c");
      expect(await detailOf(api, id)).toMatchObject({
        fileType: "Link",
        url: "https://example.com/a?b=c",
        fileSize: null,
        fileExtension: "",
      });
      expect((await raw(api, `/attachments/${id}/download`)).statusCode).toBe(404);
      for (const url of ["javascript:alert(1)", "data:text/html,x", "ftp://x", "//x", "file:///etc/passwd"])
        expect([url, faultyFields((await link(url)).body)]).toEqual([url, ["url"]]);
      const neither = await link("");
      expect([neither.status, faultyFields(neither.body)]).toEqual([400, ["file", "url"]]);
    });

    test("[AM-02] each download is logged with user and time; viewing is not", async () => {
      const id = await upload(api);
      const ada = await personWith(api, ["AttachmentView", "AttachmentView_DownloadAction"], {
        firstName: "Ada",
        lastName: "Lovelace",
      });
      expect((await api.request(`/attachments/${id}/original/x/1`, { as: ada.as })).status).toBe(200);
      expect((await api.request(`/attachments/${id}/download`, { as: ada.as })).text).toBe("Hello");
      const { body } = await api.request(`/attachments/${id}/download-logs`, { as: api.administrator });
      expect(body).toEqual({
        totalCount: 1,
        list: [
          {
            attachmentDownloadLogId: expect.any(String),
            userFirstName: "Ada",
            userLastName: "Lovelace",
            downloadDate: expect.any(String),
            attachmentShareId: null,
          },
        ],
      });
    });

    test("[AM-05] several files are one archive with unique names, and each download is logged", async () => {
      const fileName = unique("Same ");
      const ids = [
        await upload(api, { bytes: "first", fields: { fileName } }),
        await upload(api, { bytes: "second", fields: { fileName } }),
      ];
      const url = `/attachments/download/zip?attachmentIds=${ids.join("&attachmentIds=")}`;
      const { rawPayload, headers } = await raw(api, url);
      expect(headers["content-type"]).toBe("application/zip");
      // Names and contents are readable in an archive without compression.
      const text = rawPayload.toString("latin1");
      const directory = text.slice(text.indexOf("PK\u0001\u0002"));
      expect(directory.match(/Same [^/]*?\.txt/g)).toEqual([`${fileName}.txt`, `${fileName} (2).txt`]);
      expect([rawPayload.includes("first"), rawPayload.includes("second")]).toEqual([true, true]);
      for (const id of ids)
        expect((await raw(api, `/attachments/${id}/download-logs`)).json().totalCount).toBe(1);
      expect((await raw(api, `${url}&attachmentIds=${unknownId}`)).statusCode).toBe(404);
    });

    test("[AM-05] names that differ only in case or Unicode composition are equal in an archive", async () => {
      const end = unique("e");
      const ids = await Promise.all(
        [`\u00dcber ${end}`, `U\u0308ber ${end}`, `\u00fcber ${end}`].map((fileName) =>
          upload(api, { fields: { fileName } }),
        ),
      );
      const { rawPayload } = await raw(
        api,
        `/attachments/download/zip?attachmentIds=${ids.join("&attachmentIds=")}`,
      );
      const text = rawPayload.toString("utf8");
      const names = text.slice(text.indexOf("PK\u0001\u0002")).match(/ber \w+( \(\d\))?\.txt/g);
      expect(names).toEqual([`ber ${end}.txt`, `ber ${end} (2).txt`, `ber ${end} (3).txt`]);
    });

    test("[AM-05] an archive names files lost by the store, and contains all others", async () => {
      const lost = unique("Lost ");
      const ids = await Promise.all(
        [lost, unique("Kept ")].map((fileName) =>
          upload(api, { bytes: `content of ${fileName}`, fields: { fileName } }),
        ),
      );
      const { internalFileName } = await detailOf(api, ids[0] as string);
      const isLost = (path: string) => path.includes(internalFileName);
      const [path = ""] = readdirSync(dataDirectory, { recursive: true, encoding: "utf8" }).filter(isLost);
      rmSync(join(dataDirectory, path));
      const zip = (asked: readonly (string | undefined)[]) =>
        raw(api, `/attachments/download/zip?attachmentIds=${asked.join("&attachmentIds=")}`);
      const { statusCode, rawPayload } = await zip(ids);
      const text = rawPayload.toString("utf8");
      expect([statusCode, text.includes("content of Kept")]).toEqual([200, true]);
      const [note] = /\ufeffThese files are missing.*?\r\n\r\n.*?\r\n/s.exec(text) ?? [];
      expect(note?.split("\r\n").slice(2)).toEqual([`${lost}.txt`, ""]);
      expect(text.slice(text.indexOf("PK\u0001\u0002")).match(/(?:Kept|Lost|Missing)[^/]*?\.txt/g)).toEqual([
        expect.stringMatching("Kept"),
        "Missing files.txt",
      ]);
      const logged = ids.map(async (id) => (await raw(api, `/attachments/${id}/download-logs`)).json());
      expect((await Promise.all(logged)).map(({ totalCount }) => totalCount)).toEqual([0, 1]);
      expect((await zip([ids[0]])).statusCode).toBe(404);
    });

    test("[AM-02] deleting a file ends its links and addresses", async () => {
      const id = await upload(api);
      const remove = (more = "") =>
        api.request(`/attachments?attachmentIds=${id}${more}`, { method: "DELETE", as: api.administrator });
      expect((await remove()).status).toBe(204);
      for (const path of ["", "/download", "/shares", "/original/x/1"])
        expect((await raw(api, `/attachments/${id}${path}`)).statusCode).toBe(404);
      expect((await remove()).status).toBe(404);
    });

    test("[AM-02] references require editing, and deleting a referenced file asks first", async () => {
      const roleName = unique("Buyers ");
      const roleId = await makeRole(api, { roleName });
      const id = await upload(api);
      const relations = `/attachments/${id}/relations`;
      const ofRole = `/roles/${roleId}/attachments`;
      const relate = (as: string, attachmentIds = [id], url = ofRole) =>
        api.request(url, { method: "PUT", as, body: { attachmentIds } });
      const { as: looker } = await personWith(api, [
        "AttachmentView",
        "AttachmentView_RelationSection",
        "RoleView",
      ]);
      expect((await relate(looker)).status).toBe(403);
      const unknown = await relate(api.administrator, [id, unknownId]);
      expect([unknown.status, faultyFields(unknown.body)]).toEqual([400, ["attachmentIds"]]);
      expect((await relate(api.administrator)).status).toBe(204);
      expect((await relate(api.administrator)).status).toBe(204);
      expect((await raw(api, relations)).json()).toMatchObject({
        totalCount: 1,
        list: [{ type: "roles", id: roleId, name: roleName }],
      });
      const { as: blind } = await personWith(api, ["AttachmentView", "AttachmentView_RelationSection"]);
      const hidden = async (more: string) => (await api.request(relations + more, { as: blind })).body;
      expect(await hidden("")).toMatchObject({ totalCount: 1, list: [{ type: "roles", name: "" }] });
      expect(await hidden(`?phrase=${encodeURIComponent(roleName)}`)).toMatchObject({ totalCount: 0 });
      const { body: files } = await api.request(ofRole, { as: looker });
      expect(files).toMatchObject({ totalCount: 1, list: [{ attachmentId: id, isDeletable: false }] });
      const remove = (more = "") =>
        api.request(`/attachments?attachmentIds=${id}${more}`, { method: "DELETE", as: api.administrator });
      const inUse = await remove();
      expect([inUse.status, inUse.body.code]).toEqual([409, "attachmentInUse"]);
      const unrelate = (as: string) => api.request(`${ofRole}?attachmentIds=${id}`, { method: "DELETE", as });
      expect((await unrelate(looker)).status).toBe(403);
      expect((await unrelate(api.administrator)).status).toBe(204);
      expect((await raw(api, relations)).json().totalCount).toBe(0);
      await relate(api.administrator);
      await api.request(`/roles?roleIds=${roleId}`, { method: "DELETE", as: api.administrator });
      expect((await raw(api, relations)).json().totalCount).toBe(0);
      expect((await relate(api.administrator)).status).toBe(404);
      await relate(api.administrator, [id], `/roles/${await makeRole(api)}/attachments`);
      expect((await remove("&isProceed=true")).status).toBe(204);
    });

    test("[AM-02] references of several files are counted, and shown with the permission", async () => {
      const [used, often, unused] = [await upload(api), await upload(api), await upload(api)];
      const names = Array.from({ length: 7 }, (_, index) => unique(`Team ${index} `));
      for (const [index, roleName] of names.entries())
        await api.request(`/roles/${await makeRole(api, { roleName })}/attachments`, {
          method: "PUT",
          as: api.administrator,
          body: { attachmentIds: index === 0 ? [used, often] : [often] },
        });
      const query = [used, often, unused, unknownId].map((id) => `attachmentIds=${id}`).join("&");
      const uses = async (as: string) => {
        const { status, body } = await api.request(`/attachments/relations/by-file?${query}`, { as });
        const found = (id: string) => body.find?.((use: { attachmentId: string }) => use.attachmentId === id);
        return [status, body.length, found(used), found(often)];
      };
      const mayLook = ["AttachmentView", "AttachmentView_RelationSection"] as const;
      const { as: looker } = await personWith(api, [...mayLook, "RoleView"]);
      expect(await uses(looker)).toEqual([
        200,
        2,
        expect.objectContaining({ count: 1, names: names.slice(0, 1) }),
        expect.objectContaining({ count: 7, names: names.slice(0, 5) }),
      ]);
      const { as: blind } = await personWith(api, [...mayLook]);
      expect(await uses(blind)).toEqual([
        200,
        2,
        expect.objectContaining({ count: 1, names: [] }),
        expect.objectContaining({ count: 7, names: [] }),
      ]);
      const { as: outsider } = await personWith(api, ["AttachmentView"]);
      expect((await uses(outsider))[0]).toBe(403);
    });

    test("[AM-02] a reference added while a deletion waits is noticed", async () => {
      const id = await upload(api);
      const roleId = await makeRole(api);
      const tenantId = await ensureTenant(api.connection, "main");
      const isWaitedFor = async () => {
        const { rows } = await api.connection.transaction("owner", (db) =>
          db.execute(sql`select from pg_stat_activity
            where datname = current_database() and cardinality(pg_blocking_pids(pid)) > 0`),
        );
        return rows.length > 0;
      };
      const steps = new EventTarget();
      const [locked, goOn] = [once(steps, "locked"), once(steps, "goOn")];
      const relating = inTenant(api.connection, tenantId, undefined, async (db) => {
        await db.execute(sql`select from attachments where attachment_id = ${id} for no key update`);
        steps.dispatchEvent(new Event("locked"));
        await goOn;
        await db.execute(
          sql`insert into attachment_relations (attachment_id, type, record_id) values (${id}, 'roles', ${roleId})`,
        );
      });
      await locked;
      const removed = api.request(`/attachments?attachmentIds=${id}`, {
        method: "DELETE",
        as: api.administrator,
      });
      await vi.waitUntil(isWaitedFor);
      steps.dispatchEvent(new Event("goOn"));
      await relating;
      expect((await removed).status).toBe(409);
    });

    test("[AM-04] a status is shown with its colour, in the reader's language", async () => {
      const attachmentStatusName = unique("Draft ");
      const { body: statusId } = await api.request("/attachment-status", {
        method: "POST",
        as: api.administrator,
        body: { attachmentStatusName, attachmentStatusNameTranslation: { de: "Entwurf" }, color: "#2563eb" },
      });
      const id = await upload(api, { fields: { attachmentStatusId: statusId } });
      expect(await detailOf(api, id)).toMatchObject({
        attachmentStatusId: statusId,
        attachmentStatusName,
        attachmentStatusColor: "#2563eb",
      });
      const german = { as: api.administrator, headers: { lang: "de" } };
      const inGerman = { attachmentStatusId: statusId, attachmentStatusName: "Entwurf" };
      expect((await api.request(`/attachments/${id}`, german)).body).toMatchObject(inGerman);
      const listed = await api.request("/attachments?filters=attachmentStatusName:equals:entwurf", german);
      expect(listed.body.list).toMatchObject([inGerman]);
      const options = (lang: string) =>
        api.request(`/dictionaries/attachment-status?pageLimit=-1`, {
          as: api.administrator,
          headers: { lang },
        });
      const names = async (lang: string) =>
        (await options(lang)).body.list.find((option: { id: string }) => option.id === statusId);
      expect(await names("de")).toMatchObject({ name: "Entwurf", color: "#2563eb" });
      expect(await names("en")).toMatchObject({ name: attachmentStatusName });
      const refused = await api.request("/attachment-status", {
        method: "POST",
        as: api.administrator,
        body: { attachmentStatusName: "", sortOrder: 1.5, color: "#123456" },
      });
      expect(faultyFields(refused.body).sort()).toEqual(["attachmentStatusName", "color", "sortOrder"]);
    });

    test("[AM-04] [HI-02] the history has status changes by name, even without other changes", async () => {
      const as = api.administrator;
      const attachmentStatusName = unique("Draft ");
      const { body: attachmentStatusId } = await api.request("/attachment-status", {
        ...{ as, method: "POST" },
        body: { attachmentStatusName, color: "#2563eb" },
      });
      const id = await upload(api);
      for (const status of [attachmentStatusId, null]) {
        const saved = await api.request("/attachments", {
          ...{ as, method: "PATCH" },
          body: { attachmentIds: [id], values: { attachmentStatusId: status } },
        });
        expect(saved.status).toBe(200);
      }
      const { body: history } = await api.request(`/attachments/${id}/history`, { as });
      const [taken, given] = history.list;
      expect([taken, given].map(({ fields }) => fields)).toEqual([
        ["attachmentStatusName"],
        ["attachmentStatusName"],
      ]);
      const changed = async (row: { type: string; id: string }) => {
        const { body } = await api.request(`/attachments/${id}/history/${row.type}/${row.id}`, { as });
        return [body.previous, body.current, body.asOf].map((state) => state.attachmentStatusName);
      };
      expect(await changed(given)).toEqual(["", attachmentStatusName, attachmentStatusName]);
      expect(await changed(taken)).toEqual([attachmentStatusName, "", ""]);
    });
  },
  { dataDirectory },
);

describeApi(
  "attachments in a store that errs",
  (api) => {
    test("[AT-02] [BE-02] content that the store altered is refused and leaves nothing behind", async () => {
      const sound = makeFileStore(api.config);
      const wrongs: Record<string, (bytes: Buffer) => Buffer> = {
        "a bit": (bytes) => Buffer.concat([Buffer.from([(bytes[0] ?? 0) ^ 1]), bytes.subarray(1)]),
        "the end": (bytes) => bytes.subarray(0, -1),
        order: (bytes) => Buffer.from(bytes).reverse(),
      };
      const { app, connection, config } = api;
      const count = async () =>
        (await api.request("/attachments?pageLimit=0", { as: api.administrator })).body.totalCount;
      const before = [await count(), stored()];
      for (const [what, wrong] of Object.entries(wrongs)) {
        const files: FileStore = {
          ...sound,
          async write(key, content) {
            const parts: Uint8Array[] = [];
            for await (const part of content as AsyncIterable<Uint8Array>) parts.push(part);
            await sound.write(key, wrong(Buffer.concat(parts)));
          },
        };
        api.app = await buildApp({ config, connection, files });
        const refused = await send(api, { bytes: "Hello", fields: { fileName: "x" } });
        await api.app.close();
        api.app = app;
        expect([what, refused.status, refused.body.code]).toEqual([what, 503, "storeAway"]);
      }
      expect([await count(), stored()]).toEqual(before);
    });
  },
  { dataDirectory },
);

describeApi(
  "attachments with a low size limit",
  (api) => {
    test("[CF-03] [AT-02] a file above the configured limit is refused and leaves nothing behind", async () => {
      const before = stored();
      const tooLarge = await send(api, { bytes: "x".repeat(1024 * 1024 + 1), fields: { fileName: "x" } });
      expect(tooLarge.status).toBe(400);
      expect(tooLarge.body.errors).toEqual([{ propertyName: "file", errorMessage: "Max file size: 1MB" }]);
      expect(stored()).toEqual(before);
      const fits = await send(api, { bytes: "x".repeat(1024 * 1024), fields: { fileName: "x" } });
      expect(fits.status).toBe(200);
    });
  },
  { dataDirectory, attachmentMegabytes: 1 },
);

describeApi(
  "attachments of an installation without some actions",
  (api) => {
    test("[CF-03] [AM-02] disabled actions are refused regardless of permissions", async () => {
      const refused = await send(api, { fields: { fileName: "x" } });
      expect([refused.status, refused.body.code]).toEqual([403, "attachmentActionOff"]);
      const restricted = api.app;
      const { config, connection } = api;
      api.app = await buildApp({ config: { ...config, attachmentActions: ["Add"] }, connection });
      const id = await upload(api);
      await api.app.close();
      api.app = restricted;
      const replaced = await send(api, {
        method: "PUT",
        url: `/attachments/${id}`,
        fields: { fileName: "x", version: "1" },
      });
      expect([replaced.status, replaced.body.code]).toEqual([403, "attachmentActionOff"]);
      const link = { fileName: "x", version: 1, url: "https://example.com" };
      const save = (body: object) =>
        api.request(`/attachments/${id}`, { method: "PUT", as: api.administrator, body });
      expect((await save(link)).status).toBe(403);
      expect((await save({ fileName: "Renamed", version: 1 })).status).toBe(200);
    });
  },
  { dataDirectory, attachmentActions: ["Download"] },
);
