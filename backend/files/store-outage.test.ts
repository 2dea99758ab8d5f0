import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { buildApp } from "../app";
import { pdfOf } from "../seed/pdf";
import { describeApi } from "../testing/api";
import { personWith } from "../testing/factories";
import { png } from "../testing/pictures";
import { S3Server, s3Credentials } from "../testing/s3-server";

let server: S3Server;
beforeAll(async () => {
  for (const [name, value] of Object.entries(s3Credentials)) vi.stubEnv(name, value);
  server = await S3Server.start();
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await server.stop();
});

const form = () => {
  const fields = new FormData();
  fields.append("firstName", "Ada");
  fields.append("lastName", "Lovelace");
  fields.append("avatar", new Blob([new Uint8Array(png())], { type: "image/png" }), "me.png");
  return fields;
};

describeApi("pictures in a bucket", (api) => {
  beforeAll(async () => {
    await api.app.close();
    api.app = await buildApp({ config: { ...api.config, s3: server.settings }, connection: api.connection });
  });

  test("[HO-04] are stored and shown, and an unavailable or full store affects nothing else", async () => {
    const person = await personWith(api, []);
    const save = (lang = "en") =>
      api.request("/user", { method: "PUT", as: person.as, form: form(), headers: { lang } });
    const saved = await save();
    expect(saved.status).toBe(200);
    const url = `/user/avatar/${saved.body.avatar}`;
    expect((await api.request(url, { as: person.as })).status).toBe(200);
    const stored = server.entries();

    const refusals = {
      "503 SlowDown": [503, "storeAway"],
      "507 XMinioStorageFull": [507, "storeFull"],
    } as const;
    for (const [way, refusal] of Object.entries(refusals)) {
      await server.fail({ method: "PUT", way: way as keyof typeof refusals });
      const refused = await Promise.all(["en", "de", "pl", "sr"].map(save));
      expect(refused.map(({ status, body }) => [status, body.code])).toEqual(refused.map(() => refusal));
      expect(new Set(refused.map(({ body }) => body.message)).size).toBe(4);
    }
    await server.fail({ method: "GET", way: "503 SlowDown" });
    const away = await api.request(url, { as: person.as });
    expect([away.status, away.body.code, away.headers["retry-after"]]).toEqual([503, "storeAway", "10"]);
    expect((await api.request("/user", { as: person.as })).body.profile.avatar).toBe(saved.body.avatar);

    await server.fail();
    expect(server.entries()).toEqual(stored);
    expect((await save()).status).toBe(200);
    expect((await api.request(url, { as: person.as })).status).toBe(404);
  });

  test("[AT-02] [AT-04] attachments are refused with a reason, leave nothing, and work afterwards", async () => {
    const as = api.administrator;
    const add = (name: string, bytes: Uint8Array) => {
      const fields = new FormData();
      fields.append("fileName", "Plan");
      fields.append("file", new Blob([new Uint8Array(bytes)]), name);
      return api.request("/attachments", { method: "POST", as, form: fields });
    };
    const count = async () => (await api.request("/attachments?pageLimit=0", { as })).body.totalCount;
    const page = pdfOf({ width: 90, height: 90, drawing: "" });
    const { body: id } = await add("plan.pdf", page);
    const [stored, before] = [server.entries(), await count()];
    await server.fail({ method: "PUT", way: "507 XMinioStorageFull" });
    const full = await add("plan.pdf", page);
    expect([full.status, full.body.code]).toEqual([507, "storeFull"]);
    await server.fail({ method: "PUT", way: "503 SlowDown" });
    const away = await add("plan.pdf", page);
    expect([away.status, away.body.code]).toEqual([503, "storeAway"]);
    await server.fail({ method: "GET", way: "503 SlowDown" });
    for (const path of ["download", "original/x/1", "thumbnail/x/1"]) {
      const answer = await api.request(`/attachments/${id}/${path}`, { as });
      expect([path, answer.status, answer.body.code]).toEqual([path, 503, "storeAway"]);
    }
    await server.fail();
    expect([server.entries(), await count()]).toEqual([stored, before]);
    for (const path of ["download", "original/x/1", "thumbnail/x/1"])
      expect((await api.request(`/attachments/${id}/${path}`, { as })).status).toBe(200);
  });
});
