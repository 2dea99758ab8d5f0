import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { HttpTransportType, HubConnectionBuilder, LogLevel } from "@microsoft/signalr";
import sharp from "sharp";
import { expect, test } from "vitest";
import type { Theme } from "../../../lib/contract/themes";
import { describeApi } from "../../testing/api";
import {
  faultyFields,
  makeAdministratorOf,
  personWith,
  personWithout,
  unique,
} from "../../testing/factories";

const dataDirectory = mkdtempSync(join(tmpdir(), "hub-themes-"));
const red = { primary: "#b91c1c", accent: "#1d4ed8" };

describeApi(
  "themes",
  (api) => {
    const organisation = async () => {
      const tenant = unique("look");
      const { as } = await makeAdministratorOf(api, tenant);
      const base = `/${tenant}/organisation-settings`;
      const url = (name: string) => `${base}/theme/${encodeURIComponent(name)}`;
      const sent = async (name: string, fields: Record<string, string>, logo?: Blob, file = "logo.png") => {
        const form = new FormData();
        for (const [field, value] of Object.entries(fields)) form.append(field, value);
        if (logo) form.append("logo", logo, file);
        return api.request(url(name), { method: "PUT", as, form });
      };
      return {
        as,
        base,
        url,
        save: (name: string, body: object) => api.request(url(name), { method: "PUT", as, body }),
        sent,
        themes: async (): Promise<Theme[]> => (await api.request(`${base}/themes`, { as })).body,
        seen: async () => (await api.request(`${base}/appearance`)).body,
      };
    };

    const picture = async (colour = "#c05030", width = 800, height = 200) =>
      new Blob([
        new Uint8Array(
          await sharp({ create: { width, height, channels: 3, background: colour } })
            .png()
            .toBuffer(),
        ),
      ]);

    test("[OR-02] [PM-02] themes require the permissions of the organisation settings", async () => {
      const path = "/main/organisation-settings";
      const { as: nobodyInParticular } = await personWith(api, []);
      const { as: looker } = await personWithout(api, "OrganisationSettingView_EditAction");
      expect((await api.request(`${path}/themes`)).status).toBe(401);
      expect((await api.request(`${path}/themes`, { as: nobodyInParticular })).status).toBe(403);
      expect((await api.request(`${path}/themes`, { as: looker })).status).toBe(200);
      for (const method of ["PUT", "DELETE"] as const)
        expect((await api.request(`${path}/theme/x`, { method, as: looker })).status).toBe(403);
    });

    test("[OR-02] the two built-in themes exist, and cannot be changed under any spelling", async () => {
      const { themes, save, url, as } = await organisation();
      expect(await themes()).toMatchObject([
        { name: "light", isDark: false, customisable: false, isDefault: true, logo: null },
        { name: "dark", isDark: true, customisable: false, isDefault: false, logo: null },
      ]);
      for (const name of ["light", "dark", "LIGHT", " Dark ", "auto", "ｄａｒｋ"]) {
        const refused = await save(name, { primary: "#000000" });
        expect([name, refused.status, refused.body.code, refused.body.message]).toEqual([
          name,
          400,
          "themeLocked",
          "This theme cannot be changed",
        ]);
        expect((await api.request(url(name), { method: "DELETE", as })).status).toBe(400);
      }
      expect(await themes()).toHaveLength(2);
    });

    test("[OR-02] a theme is created by a form, partially changed, renamed, and removed", async () => {
      const { sent, save, themes, url, as, base } = await organisation();
      const made = await sent("Harbour", {
        ...red,
        isDark: "false",
        name: "Harbour",
        customisable: "true",
        isDefault: "false",
      });
      expect([made.status, made.body]).toEqual([
        200,
        expect.objectContaining({
          ...red,
          name: "Harbour",
          isDark: false,
          customisable: true,
          isDefault: false,
          logo: null,
          version: 1,
        }),
      ]);
      expect((await save("harbour", { isDark: true, version: 1 })).body).toMatchObject({
        ...red,
        isDark: true,
        version: 2,
      });
      const late = await save("Harbour", { primary: "#000000", version: 1 });
      expect([late.status, late.body.current]).toEqual([409, expect.objectContaining({ version: 2 })]);
      expect((await save("Harbour", { name: "Port & Co.", accent: "#ABC" })).body).toMatchObject({
        name: "Port & Co.",
        accent: "#aabbcc",
        themeId: made.body.themeId,
      });
      // A window with the former name open creates no second theme.
      expect((await save("Harbour", { name: "Harbour", version: 2 })).status).toBe(404);
      expect((await save("Harbour", { name: "Quay" })).status).toBe(404);
      expect((await themes()).map(({ name }) => name)).toEqual(["light", "dark", "Port & Co."]);
      expect((await api.request(url("port & co."), { as })).body).toMatchObject({ isDark: true });
      const { body: history } = await api.request(`${base}/history`, { as });
      expect(history.list.map(({ type }: { type: string }) => type)).toEqual([
        "ThemeUpdated",
        "ThemeUpdated",
        "ThemeCreated",
      ]);
      expect((await api.request(url("Port & Co."), { method: "DELETE", as })).status).toBe(204);
      expect((await api.request(url("Port & Co."), { method: "DELETE", as })).status).toBe(404);
      expect(await themes()).toHaveLength(2);
    });

    test("[OR-02] invalid names and colours are refused on their fields", async () => {
      const { save, themes } = await organisation();
      for (const name of ["../x", "..a", "a/b", "a\\b", ".x", "<b>", "x".repeat(101), "x".repeat(300), " "]) {
        const refused = await save(name, red);
        expect([name, refused.status, faultyFields(refused.body)]).toEqual([name, 400, ["name"]]);
      }
      const bodies = {
        primary: ["red", "#12345", "#gggggg", "url(x)", "", "#fff;}"],
        accent: ["rgb(1,2,3)"],
        name: ["Dark", "a/b", ""],
        isDark: ["perhaps"],
      };
      for (const [field, values] of Object.entries(bodies))
        for (const value of values) {
          const refused = await save("Fine", { ...red, [field]: value });
          expect([field, value, refused.status, faultyFields(refused.body)]).toEqual([
            field,
            value,
            400,
            [field],
          ]);
        }
      expect(await themes()).toHaveLength(2);
      await save("One", red);
      await save("Two", red);
      const twice = await save("one", { primary: "#000000", version: 0 });
      expect([twice.status, faultyFields(twice.body)]).toEqual([400, ["name"]]);
      expect((await save("Three", { version: 0 })).status).toBe(200);
      const taken = await save("Two", { name: "ONE" });
      expect([taken.status, faultyFields(taken.body)]).toEqual([400, ["name"]]);
    });

    test("[PR-03] an illegible colour is reported with its contrast and replacement", async () => {
      const { save } = await organisation();
      const { body } = await save("Pale", { primary: "#facc15", accent: "#0f766e", isDark: false });
      const { primary, accent } = body.readability;
      expect(body.primary).toBe("#facc15");
      expect(primary.contrast).toBeLessThan(primary.needed);
      expect(primary.shown).not.toBe("#facc15");
      expect(accent).toMatchObject({ shown: "#0f766e" });
      const dark = (await save("Pale", { isDark: true })).body.readability.primary;
      expect(dark).toMatchObject({ shown: "#facc15" });
    });

    test("[OR-02] [PR-03] one theme is the default for all users of its tenant", async () => {
      const { save, themes, seen, as, url } = await organisation();
      expect(await seen()).toEqual({ companyName: "", logo: null, theme: null });
      await save("One", { ...red, isDefault: true });
      await save("Two", { primary: "#0f766e", accent: "#0f766e", isDark: true, isDefault: true });
      const defaults = async () =>
        (await themes()).filter(({ isDefault }) => isDefault).map(({ name }) => name);
      expect(await defaults()).toEqual(["Two"]);
      expect((await seen()).theme).toEqual({ primary: "#0f766e", accent: "#0f766e", isDark: true });
      await save("Two", { isDefault: false });
      expect(await defaults()).toEqual(["light"]);
      expect((await seen()).theme).toBeNull();
      await save("One", { isDefault: true });
      await api.request(url("One"), { method: "DELETE", as });
      expect(await defaults()).toEqual(["light"]);
      expect(await (await organisation()).seen()).toMatchObject({ theme: null });
    });

    test("[PR-03] open windows of the tenant are notified only of themes in use", async () => {
      const { as, base, save } = await organisation();
      const origin = await api.app.listen({ port: 0, host: "127.0.0.1" });
      const connection = new HubConnectionBuilder()
        .withUrl(`${origin}${base.replace("organisation-settings", "notifications")}`, {
          transport: HttpTransportType.WebSockets,
          accessTokenFactory: () => as.replace(/^\S+ /, ""),
        })
        .configureLogging(LogLevel.None)
        .build();
      let heard = 0;
      connection.on("ReceiveSignal", ({ topic }) => {
        if (topic === "theme") heard += 1;
      });
      await connection.start();
      await save("Kept back", { primary: "#b91c1c" });
      await save("Worn", { isDefault: true });
      await expect.poll(() => heard).toBe(1);
      await api.request(base, { method: "PUT", as, body: { companyName: "Acme" } });
      await expect.poll(() => heard).toBe(2);
      await save("Worn", { isDefault: false });
      await expect.poll(() => heard).toBe(3);
      await connection.stop();
    });

    test("[OR-02] the later of two concurrent saves conflicts, and one default remains", async () => {
      const { save, themes } = await organisation();
      const made = await Promise.all(["#111111", "#222222"].map((primary) => save("Same", { primary })));
      expect(made.map(({ status }) => status)).toEqual([200, 200]);
      const version = (await themes()).find(({ name }) => name === "Same")?.version;
      const saved = await Promise.all(
        ["#333333", "#444444"].map((primary) => save("Same", { primary, version })),
      );
      expect(saved.map(({ status }) => status).sort()).toEqual([200, 409]);
      const chosen = await Promise.all(["A", "B"].map((name) => save(name, { isDefault: true })));
      expect(chosen.map(({ status }) => status)).toEqual([200, 200]);
      expect((await themes()).filter(({ isDefault }) => isDefault)).toHaveLength(1);
    });

    test("[OR-02] a theme saved as not customisable is locked", async () => {
      const { save } = await organisation();
      expect((await save("Fixed", { customisable: false })).body).toMatchObject({ customisable: false });
      expect((await save("Fixed", { primary: "#000000" })).body).toMatchObject({ code: "themeLocked" });
    });

    test("[OR-02] a built-in theme is refused as such, also when sent unchanged", async () => {
      const { sent, themes } = await organisation();
      for (const { name, primary, accent, isDark } of await themes()) {
        const fields = {
          name,
          primary,
          accent,
          isDark: String(isDark),
          customisable: "false",
          isDefault: "false",
        };
        expect((await sent(name, fields)).body).toMatchObject({
          code: "themeLocked",
          errors: [{ propertyName: "name", errorMessage: "This theme cannot be changed" }],
        });
      }
      const renamed = await sent("Own", { name: "dark" });
      expect([renamed.status, faultyFields(renamed.body)]).toEqual([400, ["name"]]);
    });

    test("[OR-02] [AT-04] a theme's logo has an attachment's address, and stays when sent back unchanged", async () => {
      const { as, base, sent } = await organisation();
      const { body } = await sent("Signed", red, await picture());
      const { attachmentId, fileName, syncVersion } = body.logo;
      const at = `${base.split("/", 2).join("/")}/attachments/${attachmentId}`;
      for (const form of ["thumbnail", "original", "stream"]) {
        const shown = await api.request(`${at}/${form}/${fileName}/${syncVersion}`, { as });
        expect([form, shown.status, shown.headers["content-type"]]).toEqual([form, 200, "image/webp"]);
      }
      expect((await api.request(at, { as })).status).toBe(404);
      expect((await api.request(`${at}/download`, { as })).status).toBe(404);
      const other = await organisation();
      const elsewhere = `${other.base.split("/", 2).join("/")}/attachments/${attachmentId}/original/x/1`;
      expect((await api.request(elsewhere, { as: other.as })).status).toBe(404);
      const kept = await sent("Signed", { ...red, logo: JSON.stringify(body.logo) });
      expect(kept.body.logo.attachmentId).toBe(attachmentId);
    });

    test("[OR-02] a theme's logo is public at its tenant's address only, replaced and removed", async () => {
      const { sent, seen, base } = await organisation();
      const { body } = await sent("Logo", { isDefault: "true" }, await picture());
      expect(body.logo).toMatchObject({ fileName: "logo.png", attachmentId: expect.any(String) });
      const { logo } = await seen();
      expect(logo).toBe(body.logo.attachmentId);
      const shown = await api.app.inject({ url: `${base}/logo/${logo}` });
      expect(shown.headers["content-type"]).toBe("image/webp");
      expect(await sharp(shown.rawPayload).metadata()).toMatchObject({ width: 256, height: 64 });
      const other = await organisation();
      expect((await api.request(`${other.base}/logo/${logo}`)).status).toBe(404);
      const { body: replaced } = await sent("Logo", {}, await picture("#205030"));
      expect(replaced.logo.attachmentId).not.toBe(logo);
      expect((await api.request(`${base}/logo/${logo}`)).status).toBe(404);
      expect((await sent("Logo", { deleteLogo: "true" })).body).toMatchObject({ logo: null });
      expect(await seen()).toMatchObject({ logo: null });
    });

    test("[OR-02] a theme has a second logo for dark mode, public, replaced and removed like the first", async () => {
      const { sent, seen, base, save, url, as } = await organisation();
      const form = new FormData();
      form.append("isDefault", "true");
      form.append("logo", await picture("#101010"), "logo.png");
      form.append("darkLogo", await picture("#f0f0f0"), "dark.png");
      const { status, body } = await api.request(url("Both"), { method: "PUT", as, form });
      expect([status, body]).toEqual([200, expect.objectContaining({ darkLogo: expect.any(String) })]);
      expect(await seen()).toMatchObject({ logo: body.logo.attachmentId, darkLogo: body.darkLogo });
      const colourOf = async (logoId: string) => {
        const shown = await api.app.inject({ url: `${base}/logo/${logoId}` });
        return (await sharp(shown.rawPayload).stats()).dominant.r;
      };
      expect(await colourOf(body.logo.attachmentId)).toBeLessThan(50);
      expect(await colourOf(body.darkLogo)).toBeGreaterThan(200);
      const kept = await sent("Both", { ...red, darkLogo: body.darkLogo });
      expect(kept.body.darkLogo).toBe(body.darkLogo);
      const without = await save("Both", { deleteDarkLogo: true });
      expect(without.body).toMatchObject({ darkLogo: null, logo: { attachmentId: body.logo.attachmentId } });
      expect((await api.request(`${base}/logo/${body.darkLogo}`)).status).toBe(404);
    });

    test("[OR-02] invalid or oversized pictures are refused, and nothing is lost", async () => {
      const { sent, themes } = await organisation();
      await sent("Logo", {}, await picture());
      const svg = "<svg xmlns='http://www.w3.org/2000/svg'><script>alert(1)</script></svg>";
      const wrong: [Blob, string][] = [
        [new Blob(["<html><script>alert(1)</script></html>"]), "logo.png"],
        [new Blob([svg]), "logo.png"],
        [new Blob([svg], { type: "image/svg+xml" }), "logo.svg"],
        [await picture("#ffffff", 10_000, 5_000), "logo.png"],
        [new Blob([new Uint8Array(10 * 1024 * 1024 + 1)]), "logo.png"],
      ];
      for (const [blob, file] of wrong) {
        const refused = await sent("Logo", { primary: "#000000" }, blob, file);
        expect([file, refused.status, faultyFields(refused.body)]).toEqual([file, 400, ["logo"]]);
      }
      const [, , kept] = await themes();
      expect(kept).toMatchObject({ version: 1, logo: { fileName: "logo.png" } });
    });
  },
  { dataDirectory, multiTenancy: true },
);
