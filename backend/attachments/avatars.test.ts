import { randomUUID } from "node:crypto";
import { existsSync, mkdtempSync, readdirSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import sharp from "sharp";
import { expect, test } from "vitest";
import { removeForgottenFiles } from "../deferred/sweep";
import { makeFileStore } from "../files/make-file-store";
import { describeApi, type TestApi } from "../testing/api";
import {
  faultyFields,
  makeAdministratorOf,
  type Person,
  personWith,
  personWithout,
  unique,
  unknownId,
} from "../testing/factories";

const dataDirectory = mkdtempSync(join(tmpdir(), "hub-avatars-"));

const picture = (format: "png" | "jpeg" | "gif" | "webp" = "png", width = 400, height = 300) =>
  sharp({ create: { width, height, channels: 3, background: "#c05030" } })
    .toFormat(format)
    .toBuffer();

function formWith(fields: Record<string, string>, bytes?: Uint8Array, name = "me.png", type = "image/png") {
  const form = new FormData();
  for (const [key, value] of Object.entries(fields)) form.append(key, value);
  if (bytes) form.append("avatar", new Blob([new Uint8Array(bytes)], { type }), name);
  return form;
}

const names = { firstName: "Ada", lastName: "Lovelace" };

/** All picture files in all tenants, including unfinished ones. */
const files = () =>
  existsSync(join(dataDirectory, "files"))
    ? readdirSync(join(dataDirectory, "files"), { recursive: true, withFileTypes: true }).filter((entry) =>
        entry.isFile(),
      )
    : [];

const saveOwn = (api: TestApi, { as }: Person, form: FormData) =>
  api.request("/user", { method: "PUT", as, form });
const profileOf = async (api: TestApi, { as }: Person) => (await api.request("/user", { as })).body.profile;
const rawOf = (api: TestApi, url: string, as: string) =>
  api.app.inject({ method: "GET", url, headers: { authorization: as } });

describeApi(
  "avatars",
  (api) => {
    test("[HO-04] [US-01] [OR-01] [FM-10] a record sent back with its picture unchanged keeps it", async () => {
      const person = await personWith(api, []);
      const { body: own } = await saveOwn(api, person, formWith(names, await picture()));
      for (const avatar of [own.avatar, ""]) {
        const again = await saveOwn(api, person, formWith({ ...names, avatar }));
        expect([again.status, again.body.avatar]).toEqual([200, own.avatar]);
      }
      for (const url of [`/users/${person.userId}`, "/organisation-settings"]) {
        const put = (sent: { body?: unknown; form?: FormData }) =>
          api.request(url, { method: "PUT", as: api.administrator, ...sent });
        const record = (await api.request(url, { as: api.administrator })).body;
        const fields = Object.fromEntries(
          Object.entries({ ...record, companyName: "Acme" }).filter(([, value]) => typeof value === "string"),
        ) as Record<string, string>;
        const { body: stored } = await put({ form: formWith(fields, await picture()) });
        const again = await put({ body: { ...stored } });
        expect([again.status, again.body.avatar]).toEqual([200, stored.avatar]);
      }
      // A possible new picture must not be silently ignored.
      const inText = await saveOwn(api, person, formWith({ ...names, avatar: "data:image/png;base64,AA" }));
      expect([inText.status, faultyFields(inText.body)]).toEqual([400, ["avatar"]]);
    });

    test("[HO-04] one's own picture is cropped, encoded again, and visible to users who may see users", async () => {
      const person = await personWith(api, []);
      const saved = await saveOwn(
        api,
        person,
        formWith({ ...names, version: "1" }, await picture("jpeg"), "me.JPG", "image/jpeg"),
      );
      expect(saved.status).toBe(200);
      expect(saved.body).toMatchObject({ ...names, version: 2 });
      const own = await rawOf(api, `/user/avatar/${saved.body.avatar}`, person.as);
      expect(own.statusCode).toBe(200);
      expect(own.headers).toMatchObject({
        "content-type": "image/webp",
        "x-content-type-options": "nosniff",
        "content-disposition": expect.stringContaining("attachment"),
      });
      expect(await sharp(own.rawPayload).metadata()).toMatchObject({
        format: "webp",
        width: 256,
        height: 256,
      });
      const seen = await rawOf(api, `/users/${person.userId}/avatar/${saved.body.avatar}`, api.administrator);
      expect(seen.rawPayload.equals(own.rawPayload)).toBe(true);
      const stranger = await personWith(api, []);
      expect(
        (await rawOf(api, `/users/${person.userId}/avatar/${saved.body.avatar}`, stranger.as)).statusCode,
      ).toBe(403);
      expect((await rawOf(api, `/user/avatar/${saved.body.avatar}`, stranger.as)).statusCode).toBe(404);
      expect(
        (await rawOf(api, `/users/${person.userId}/avatar/${unknownId}`, api.administrator)).statusCode,
      ).toBe(404);
    });

    test("[US-01] a user's picture is replaced and removed together with its file", async () => {
      const person = await personWith(api, []);
      const url = `/users/${person.userId}`;
      const fields = { ...names, userName: person.userName, email: "" };
      const before = files().length;
      const first = await api.request(url, {
        method: "PUT",
        as: api.administrator,
        form: formWith(fields, await picture()),
      });
      expect(first.body.avatar).toMatch(/^[0-9a-f-]{36}$/);
      expect(files()).toHaveLength(before + 1);
      const second = await api.request(url, {
        method: "PUT",
        as: api.administrator,
        form: formWith(fields, await picture("png", 20, 90)),
      });
      expect(second.body.avatar).not.toBe(first.body.avatar);
      expect(files()).toHaveLength(before + 1);
      const small = await rawOf(api, `${url}/avatar/${second.body.avatar}`, api.administrator);
      expect(await sharp(small.rawPayload).metadata()).toMatchObject({ width: 20, height: 20 });
      const kept = await api.request(url, {
        method: "PUT",
        as: api.administrator,
        body: { ...fields, lastName: "King" },
      });
      expect(kept.body.avatar).toBe(second.body.avatar);
      const removed = await api.request(url, {
        method: "PUT",
        as: api.administrator,
        body: { ...fields, isAvatarDeleted: true },
      });
      expect(removed.body.avatar).toBeNull();
      expect(files()).toHaveLength(before);
      const history = await api.request(`${url}/history`, { as: api.administrator });
      expect(history.body.list.map(({ type }: { type: string }) => type)).toContain("UserAvatarChanged");
    });

    test("[HO-04] an invalid, oversized or unsupported picture is refused on its field and leaves nothing", async () => {
      const person = await personWith(api, []);
      const before = files().length;
      const refused = async (form: FormData) => {
        const response = await saveOwn(api, person, form);
        return [response.status, ...faultyFields(response.body)];
      };
      const png = await picture();
      const script = Buffer.from("<svg xmlns='http://www.w3.org/2000/svg'><script>alert(1)</script></svg>");
      expect(await refused(formWith(names, script))).toEqual([400, "avatar"]);
      expect(await refused(formWith(names, await picture("gif")))).toEqual([400, "avatar"]);
      expect(await refused(formWith(names, png.subarray(0, png.length / 2)))).toEqual([400, "avatar"]);
      expect(await refused(formWith(names, png, "me.gif", "image/gif"))).toEqual([400, "avatar"]);
      expect(await refused(formWith(names, new Uint8Array(2 * 1024 * 1024 + 1)))).toEqual([400, "avatar"]);
      expect(await refused(formWith(names, new Uint8Array(9 * 1024 * 1024)))).toEqual([400, "avatar"]);
      expect(await refused(formWith({ firstName: "", lastName: "x" }, png))).toEqual([400, "firstName"]);
      expect(await refused(formWith({ ...names, version: "three" }, png))).toEqual([400, "version"]);
      const claimed = { ...names, avatar: { name: "me.png", type: "image/png", size: 3 } };
      expect(
        faultyFields((await api.request("/user", { method: "PUT", as: person.as, body: claimed })).body),
      ).toEqual(["avatar"]);
      expect(files()).toHaveLength(before);
      expect((await profileOf(api, person)).avatar).toBeNull();
    });

    test("[HO-04] a picture with too many pixels is refused, however small its file", async () => {
      const person = await personWith(api, []);
      const bomb = await sharp({ create: { width: 12_000, height: 12_000, channels: 3, background: "#000" } })
        .png()
        .toBuffer();
      expect(bomb.length).toBeLessThan(2 * 1024 * 1024);
      const response = await saveOwn(api, person, formWith(names, bomb));
      expect([response.status, faultyFields(response.body)]).toEqual([400, ["avatar"]]);
    });

    test("[HO-04] a save that is refused for another reason keeps no file of it", async () => {
      const person = await personWith(api, []);
      const other = await personWith(api, []);
      const before = files().length;
      const stale = await saveOwn(api, person, formWith({ ...names, version: "7" }, await picture()));
      expect([stale.status, stale.body.current.version]).toEqual([409, 1]);
      const taken = await api.request(`/users/${person.userId}`, {
        method: "PUT",
        as: api.administrator,
        form: formWith({ ...names, userName: other.userName, email: "" }, await picture()),
      });
      expect(faultyFields(taken.body)).toEqual(["userName"]);
      expect(files()).toHaveLength(before);
    });

    test("[HO-04] a truncated body is a 400, and an unexpected form a 415", async () => {
      const person = await personWith(api, []);
      const type = "multipart/form-data; boundary=xx";
      const send = (url: string, method: "PUT" | "POST", body: string) =>
        api.request(url, { method, as: person.as, body, headers: { "content-type": type } });
      const start = '--xx\r\nContent-Disposition: form-data; name="avatar"; filename="a.png"\r\n\r\nabc';
      expect((await send("/user", "PUT", start)).status).toBe(400);
      expect((await send("/user", "PUT", "")).status).toBe(400);
      expect((await send("/users/create", "POST", `${start}\r\n--xx--\r\n`)).status).toBe(415);
    });

    test("[BE-01] the fields of a form are together no larger than JSON may be", async () => {
      const person = await personWith(api, []);
      const large = "x".repeat(400 * 1024);
      const response = await saveOwn(
        api,
        person,
        formWith({ ...names, one: large, two: large, three: large }),
      );
      expect(response.status).toBe(413);
    });

    test("[PM-02] only users who may edit users change a user's picture", async () => {
      const person = await personWith(api, []);
      const reader = await personWithout(api, "UserView_EditAction");
      const response = await api.request(`/users/${person.userId}`, {
        method: "PUT",
        as: reader.as,
        form: formWith({ ...names, userName: person.userName, email: "" }, await picture()),
      });
      expect(response.status).toBe(403);
    });

    test("[HO-04] unreferenced pictures are removed after a while, used and recent ones are kept", async () => {
      const person = await personWith(api, []);
      const saved = await saveOwn(api, person, formWith(names, await picture()));
      const store = makeFileStore({ dataDirectory });
      const [used, forgotten, fresh] = [saved.body.avatar, randomUUID(), randomUUID()];
      const folder = files().find(({ name }) => name.includes(used))?.parentPath ?? "";
      const tenantId = basename(dirname(folder));
      for (const id of [forgotten, fresh])
        await store.write(`${tenantId}/avatars/${id}.webp`, await picture());
      const unfinished = join(folder, `.${randomUUID()}.tmp`);
      writeFileSync(unfinished, "half");
      const past = new Date(Date.now() - 25 * 60 * 60 * 1000);
      for (const path of [unfinished, ...[used, forgotten].map((id) => join(folder, `${id}.webp`))])
        utimesSync(path, past, past);

      expect(await removeForgottenFiles({ connection: api.connection, files: store })).toBe(1);
      const left = files().map(({ name }) => name);
      expect(left).toEqual(expect.arrayContaining([`${used}.webp`, `${fresh}.webp`]));
      expect(left.filter((name) => name.includes(forgotten) || name.endsWith(".tmp"))).toEqual([]);
      expect((await rawOf(api, `/user/avatar/${used}`, person.as)).statusCode).toBe(200);
    });
  },
  { dataDirectory },
);

describeApi(
  "avatars of several tenants",
  (api) => {
    test("[OR-03] another tenant does not get a picture, though it knows the address", async () => {
      const tenant = unique("t");
      const chief = await makeAdministratorOf(api, tenant);
      const saved = await api.request(`/${tenant}/user`, {
        method: "PUT",
        as: chief.as,
        form: formWith(names, await picture()),
      });
      expect(saved.status).toBe(200);
      const other = await rawOf(
        api,
        `/main/users/${chief.userId}/avatar/${saved.body.avatar}`,
        api.administrator,
      );
      expect(other.statusCode).toBe(404);
    });
  },
  { dataDirectory, multiTenancy: true },
);
