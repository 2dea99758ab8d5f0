import { existsSync, mkdtempSync, readdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import sharp from "sharp";
import { expect, test } from "vitest";
import { gate } from "../../tests/support/gate";
import { buildApp } from "../app";
import { Thumbnails } from "../files/thumbnails";
import { describeApi, type TestApi } from "../testing/api";
import { faultyFields, makeRole, makeUser, personWith, personWithout, unique } from "../testing/factories";
import { frame, header, jpegOf, packedChunks, png, pngOf, scan } from "../testing/pictures";

const dataDirectory = mkdtempSync(join(tmpdir(), "hub-hostile-"));

const formWith = (bytes: Uint8Array, fields: Record<string, string> = {}) => {
  const form = new FormData();
  const names = { firstName: "Ada", lastName: "Lovelace", ...fields };
  for (const [key, value] of Object.entries(names)) form.append(key, value);
  form.append("avatar", new Blob([new Uint8Array(bytes)], { type: "image/png" }), "me.png");
  return form;
};

const files = () =>
  existsSync(join(dataDirectory, "files"))
    ? readdirSync(join(dataDirectory, "files"), { recursive: true, withFileTypes: true }).filter((entry) =>
        entry.isFile(),
      )
    : [];

/** Pictures that wait until released. */
class HeldThumbnails extends Thumbnails {
  begun = 0;
  readonly gate = gate();

  override async square(): Promise<Buffer> {
    this.begun += 1;
    await this.gate.passed;
    return sharp({ create: { width: 2, height: 2, channels: 3, background: "#fff" } })
      .webp()
      .toBuffer();
  }
}

/** Runs a test on an API with other thumbnails. */
async function withThumbnails<T extends Thumbnails>(
  api: TestApi,
  thumbnails: T,
  work: (given: T) => Promise<void>,
) {
  const usual = api.app;
  api.app = await buildApp({ config: api.config, connection: api.connection, thumbnails });
  await work(thumbnails).finally(async () => {
    await api.app.close();
    api.app = usual;
  });
}

describeApi(
  "pictures that take long",
  (api) => {
    test("[HO-04] do not delay others while being decoded, and leave one file", async () => {
      const person = await personWith(api, []);
      const before = files().length;
      await withThumbnails(api, new HeldThumbnails(), async (held) => {
        const uploads = Array.from({ length: 20 }, () =>
          api.request("/user", { method: "PUT", as: person.as, form: formWith(png()) }),
        );
        await expect.poll(() => held.begun).toBe(20);
        expect((await api.request("/users", { as: api.administrator })).status).toBe(200);
        const settings = { method: "PUT", as: person.as, body: { languageSymbol: "pl" } } as const;
        expect((await api.request("/user/settings", settings)).status).toBe(204);
        expect(files()).toHaveLength(before);
        held.gate.open();
        expect((await Promise.all(uploads)).map(({ status }) => status)).toEqual(uploads.map(() => 200));
      });
      const { avatar } = (await api.request("/user", { as: person.as })).body.profile;
      expect(files()).toHaveLength(before + 1);
      expect(files().map(({ name }) => name)).toContain(`${avatar}.webp`);
    });

    test("[HO-04] are not decoded if the save would be refused", async () => {
      const { userId, userName } = await makeUser(api);
      const fields = { userName, email: "" };
      const reader = await personWithout(api, "UserView_EditAction");
      await withThumbnails(api, new HeldThumbnails(), async (held) => {
        held.gate.open();
        const save = (url: string, as: string | undefined, given: Record<string, string>) =>
          api.request(url, { method: "PUT", as, form: formWith(png(), given) });
        const responses = [
          await save("/user", undefined, {}),
          await save("/user", reader.as, { version: "7" }),
          await save("/user", reader.as, { firstName: "" }),
          await save(`/users/${userId}`, reader.as, fields),
          await save(`/users/${userId}`, api.administrator, { ...fields, version: "7" }),
          await save("/users/00000000-0000-4000-8000-00000000dead", api.administrator, fields),
        ];
        expect(responses.map(({ status }) => status)).toEqual([401, 409, 400, 403, 409, 404]);
        expect(held.begun).toBe(0);
      });
    });

    test("[HO-04] have no effect and leave no file if the save is refused later", async () => {
      const roleIds = [await makeRole(api, { permissions: ["UserView", "UserView_EditAction"] })];
      const helper = await personWith(api, [], { roleIds });
      const [first, second] = [await makeUser(api), await makeUser(api)];
      const before = files().length;
      await withThumbnails(api, new HeldThumbnails(), async (held) => {
        const save = (user: typeof first, as: string, fields: Record<string, string> = {}) =>
          api.request(`/users/${user.userId}`, {
            method: "PUT",
            as,
            form: formWith(png(), { userName: user.userName, email: "", ...fields }),
          });
        const uploads = [
          save(first, helper.as),
          save(first, api.administrator, { version: "1" }),
          save(second, api.administrator, { userName: first.userName }),
        ];
        await expect.poll(() => held.begun).toBe(3);
        await api.request(`/users/${helper.userId}/roles?roleIds=${roleIds[0]}`, {
          method: "DELETE",
          as: api.administrator,
        });
        const body = { userName: first.userName, firstName: "Meanwhile", lastName: unique(), email: "" };
        await api.request(`/users/${first.userId}`, { method: "PUT", as: api.administrator, body });
        held.gate.open();
        const responses = await Promise.all(uploads);
        expect(responses.map(({ status }) => status)).toEqual([403, 409, 400]);
      });
      expect(files()).toHaveLength(before);
    });

    test("[HO-04] [PR-02] with excessive demands are refused before decoding, in every language", async () => {
      const person = await personWith(api, []);
      const fiftyMegabytes = packedChunks.zTXt?.(50_000_000) ?? Buffer.alloc(0);
      const twentyMegapixels = { width: 5000, height: 4000, sampling: [0x11, 0x11, 0x11] };
      const hostile = {
        "50 MB of text, 38 times": png(...Array.from({ length: 38 }, () => fiftyMegabytes)),
        "interlaced 40 megapixels": pngOf(
          header({ width: 8000, height: 5000, interlace: 1 }),
          ...[png().subarray(33)],
        ),
        "all pixels": pngOf(header({ width: 2 ** 31 - 1, height: 1 }), png().subarray(33)),
        "a thousand passes": jpegOf(frame({ kind: 0xc2 }), ...Array.from({ length: 1_000 }, () => scan())),
        "progressive megapixels": jpegOf(frame({ ...twentyMegapixels, kind: 0xc2 }), scan(3)),
        "no picture": Buffer.alloc(2_000_000, 0xff),
      };
      const before = files().length;
      // Starting a process would fail with a 503.
      const none = new Thumbnails({ worker: new URL("./nothing-there.mjs", import.meta.url) });
      await withThumbnails(api, none, async () => {
        for (const lang of ["en", "de", "pl", "sr"]) {
          const responses = await Promise.all(
            Object.values(hostile).map((bytes) =>
              api.request("/user", {
                method: "PUT",
                as: person.as,
                form: formWith(bytes),
                headers: { lang },
              }),
            ),
          );
          expect(responses.map(({ status, body }) => [status, faultyFields(body)])).toEqual(
            responses.map(() => [400, ["avatar"]]),
          );
          const texts = responses.map(({ body }) => body.errors[0].errorMessage);
          // Each error has its own text; "interlaced" and "progressive" share theirs.
          expect(new Set(texts).size).toBe(5);
          expect(texts.join()).not.toMatch(/[{}]|picture[A-Z]/);
        }
        const whole = await api.request("/user", { method: "PUT", as: person.as, form: formWith(png()) });
        expect([whole.status, whole.body.code]).toEqual([503, "busyPictures"]);
        expect(whole.headers["retry-after"]).toBe("10");
      });
      expect(files()).toHaveLength(before);
    });
  },
  { dataDirectory },
);
