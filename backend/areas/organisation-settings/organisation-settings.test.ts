import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import sharp from "sharp";
import { expect, test } from "vitest";
import { describeApi } from "../../testing/api";
import {
  faultyFields,
  makeAdministratorOf,
  personWith,
  personWithout,
  unique,
} from "../../testing/factories";

const path = "/organisation-settings";
const inMain = `/main${path}`;
const dataDirectory = mkdtempSync(join(tmpdir(), "hub-organisation-"));

describeApi(
  "organisation settings",
  (api) => {
    /** A new tenant without saved settings. */
    const organisation = async () => {
      const tenant = unique("org");
      const { as } = await makeAdministratorOf(api, tenant);
      const url = `/${tenant}${path}`;
      return {
        as,
        url,
        read: async () => (await api.request(url, { as })).body,
        save: (body: object) => api.request(url, { method: "PUT", as, body }),
      };
    };

    test("[OR-01] [PM-02] viewing, saving and the history each require their own permission", async () => {
      const body = { companyName: "Acme" };
      const { as: nobodyInParticular } = await personWith(api, []);
      const { as: looker } = await personWithout(api, "OrganisationSettingView_EditAction");
      const { as: forgetful } = await personWithout(api, "OrganisationSettingView_HistoryAction");
      expect((await api.request(inMain)).status).toBe(401);
      expect((await api.request(inMain, { as: nobodyInParticular })).status).toBe(403);
      expect((await api.request(inMain, { as: looker })).status).toBe(200);
      expect((await api.request(inMain, { method: "PUT", as: looker, body })).status).toBe(403);
      expect((await api.request(`${inMain}/history`, { as: forgetful })).status).toBe(403);
    });

    test("[OR-01] saved values are returned, omitted ones stay, and tenants are separate", async () => {
      const { as, url, read, save } = await organisation();
      expect(await read()).toMatchObject({
        companyName: "",
        city: "",
        avatar: null,
        createdOn: null,
        version: 1,
      });
      const all = {
        companyName: "Acme",
        companyName2: "Wholesale",
        email: "office@acme.example",
        phoneNumber: "+49 (30) 1234-56",
        homepage: "https://acme.example",
        street: "Main Street 1",
        zipCode: "10115",
        city: "Berlin",
        countryName: "Germany",
        state: "Berlin",
      };
      const saved = await save({ ...all, version: 1 });
      expect([saved.status, saved.body]).toEqual([200, expect.objectContaining({ ...all, version: 2 })]);
      expect((await save({ companyName: "Acme Ltd" })).body).toMatchObject({
        ...all,
        companyName: "Acme Ltd",
        version: 3,
      });
      expect((await save({ companyName: "Late", version: 2 })).status).toBe(409);
      expect(await read()).toMatchObject({ companyName: "Acme Ltd", updatedBy: expect.any(String) });
      const history = await api.request(`${url}/history`, { as });
      expect(history.body.list.map(({ type }: { type: string }) => type)).toEqual([
        "OrganisationSettingUpdated",
        "OrganisationSettingCreated",
      ]);
      const other = await organisation();
      expect(await other.read()).toMatchObject({ companyName: "", version: 1 });
    });

    test("[OR-01] invalid values are refused on their field, and nothing is saved", async () => {
      const { read, save } = await organisation();
      const cases = {
        companyName: "",
        email: "office",
        phoneNumber: "call me",
        homepage: "javascript:alert(1)",
        zipCode: "1 0 1 1 5",
        city: "x".repeat(101),
      };
      for (const [name, value] of Object.entries(cases)) {
        const refused = await save({ companyName: "Acme", [name]: value });
        expect([name, refused.status, faultyFields(refused.body)]).toEqual([name, 400, [name]]);
      }
      expect((await save({ city: "Berlin" })).status).toBe(400);
      expect(await read()).toMatchObject({ companyName: "", version: 1 });
    });

    test("[OR-01] two concurrent first saves conflict", async () => {
      const { save } = await organisation();
      const all = await Promise.all(
        ["One", "Two", "Three"].map((companyName) => save({ companyName, version: 1 })),
      );
      expect(all.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    });

    test("[OR-01] a logo is kept whole, replaced and removed; invalid pictures are refused", async () => {
      const { as, url } = await organisation();
      const wide = await sharp({ create: { width: 800, height: 200, channels: 3, background: "#c05030" } })
        .png()
        .toBuffer();
      const saveLogo = (bytes: Uint8Array | undefined, fields: Record<string, string> = {}) => {
        const form = new FormData();
        for (const [name, value] of Object.entries({ companyName: "Acme", ...fields }))
          form.append(name, value);
        if (bytes) form.append("avatar", new Blob([new Uint8Array(bytes)]), "logo.png");
        return api.request(url, { method: "PUT", as, form });
      };
      const { body } = await saveLogo(wide);
      const address = `${url}/avatar/${body.avatar}`;
      const shown = await api.app.inject({ url: address, headers: { authorization: as } });
      expect(await sharp(shown.rawPayload).metadata()).toMatchObject({
        format: "webp",
        width: 256,
        height: 64,
      });
      const refused = await saveLogo(Buffer.from("<svg onload=alert(1)>"));
      expect([refused.status, faultyFields(refused.body)]).toEqual([400, ["avatar"]]);
      const removed = await saveLogo(undefined, { isAvatarDeleted: "true" });
      expect(removed.body).toMatchObject({ companyName: "Acme", avatar: null });
      expect((await api.request(address, { as })).status).toBe(404);
    });
  },
  { dataDirectory, multiTenancy: true },
);
