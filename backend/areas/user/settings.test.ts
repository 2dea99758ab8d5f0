import { expect, test } from "vitest";
import { settingLimits } from "../../../lib/settings/setting-limits";
import { describeApi } from "../../testing/api";
import { personWith } from "../../testing/factories";

describeApi("the settings of the signed-in user", (api) => {
  const save = (body: unknown, as: string | undefined = api.administrator, lang = "en") =>
    api.request("/user/settings", { method: "PUT", as, body, headers: { lang } });
  const settings = async (as = api.administrator): Promise<Record<string, string>> => {
    const { body } = await api.request("/user", { as });
    return Object.fromEntries(
      body.userSettings.map((one: { settingName: string; settingValue: string }) => [
        one.settingName,
        one.settingValue,
      ]),
    );
  };

  test("[PR-01] require signing in", async () => {
    const response = await api.request("/user/settings", { method: "PUT", body: { longDateFormat: "LL" } });
    expect(response.status).toBe(401);
    const language = await api.request("/user/settings/languageSymbol/de", { method: "PUT" });
    expect(language.status).toBe(401);
  });

  test("[PR-01] [BE-01] take the whole preferences body, with a time zone and its offset", async () => {
    const body = {
      languageSymbol: "de",
      longDateFormat: "dddd, MMMM D. YYYY",
      longTimeFormat: "hh:mm:ss a",
      shortDateFormat: "MM/DD/YYYY",
      shortTimeFormat: "hh:mm a",
      subTabsExpanded: true,
      timezone: "Europe/Berlin",
      timezoneOffset: 1,
    };
    expect((await save(body)).status).toBe(204);
    const { timezoneOffset: _, ...kept } = body;
    expect(await settings()).toEqual({ ...kept, subTabsExpanded: "true" });
    expect((await save({ ...(await settings()), timezone: "" })).status).toBe(204);
    expect(await settings()).not.toHaveProperty("timezone");
  });

  test("[PR-01] every format of the platform document is allowed, and no other", async () => {
    const allowed = {
      longDateFormat: ["dddd, MMMM D. YYYY", "LL", "DD.MM.YYYY", "DD/MM/YYYY", "MM.DD.YYYY", "MM/DD/YYYY"],
      shortDateFormat: ["DD.MM.YYYY", "MM.DD.YYYY", "DD-MM-YYYY", "MM-DD-YYYY", "DD/MM/YYYY", "MM/DD/YYYY"],
      longTimeFormat: ["HH:mm:ss", "hh:mm:ss a"],
      shortTimeFormat: ["HH:mm", "hh:mm a"],
    };
    for (const [name, formats] of Object.entries(allowed)) {
      for (const format of formats) expect((await save({ [name]: format })).status).toBe(204);
      for (const wrong of ["YYYY", "", null, 5, true]) {
        const { status, body } = await save({ [name]: wrong });
        expect([status, body.errors[0].propertyName]).toEqual([400, name]);
      }
    }
  });

  test("[PR-01] [PR-02] report an invalid time zone in the caller's language", async () => {
    const { status, body } = await save({ timezone: "Mars/Olympus" }, api.administrator, "de");
    expect(status).toBe(400);
    expect(body.errors).toEqual([
      {
        propertyName: "timezone",
        errorMessage: "Diese Zeitzone gibt es nicht. Bitte wählen Sie eine aus der Liste.",
      },
    ]);
    expect((await save({ timezone: "+02:00" })).status).toBe(400);
  });

  test("[HI-01] the history has preferences, but not the arrangement of views", async () => {
    const { userId, as } = await personWith(api, [
      "UserView",
      "UserView_SettingSection",
      "UserView_HistoryAction",
    ]);
    await save({ "users.columns": "{}", shortTimeFormat: "hh:mm a" }, as);
    await save({ "users.columns": "{ }", "roles.columns": "{}" }, as);
    await save({ "users.columns": null }, as);
    const { body } = await api.request(`/users/${userId}/history?phrase=settings`, { as });
    expect(body.totalCount).toBe(1);
    const change = await api.request(`/users/${userId}/history/UserSettingsChanged/${body.list[0].id}`, {
      as,
    });
    expect(change.body.current).toEqual({ shortTimeFormat: "hh:mm a" });
  });

  test("[PR-01] store arrangements of views under separate names until deleted", async () => {
    const columns = JSON.stringify({ hidden: ["email"], widths: { name: 220 } });
    expect((await save({ "users.columns": columns, longDateFormat: "LL" })).status).toBe(204);
    expect(await settings()).toMatchObject({ "users.columns": columns, longDateFormat: "LL" });
    expect((await save({ "users.columns": null })).status).toBe(204);
    expect(await settings()).not.toHaveProperty("users.columns");
    expect(await settings()).toHaveProperty("longDateFormat", "LL");
  });

  test("[PR-01] refuse names and values beyond the limits, and store nothing of them", async () => {
    const before = await settings();
    for (const name of ["", "1columns", "a b", "x".repeat(101), "a\u0000b", "ünicode"]) {
      const { status, body } = await save({ [name]: "x", languageSymbol: "pl" });
      expect([name, status, body.errors?.[0].propertyName]).toEqual([name, 400, name]);
    }
    expect((await save({ big: "x".repeat(16_001) })).status).toBe(400);
    expect((await save({ object: { a: 1 } })).status).toBe(400);
    expect((await save({ nul: "a\u0000" })).status).toBe(400);
    expect((await save("[]")).status).toBe(400);
    expect(await settings()).toEqual(before);
  });

  test("[PR-01] are limited in number and size for each user", async () => {
    const before = await settings();
    const many = Object.fromEntries(
      Array.from({ length: settingLimits.count }, (_, index) => [`many.${index}`, "x"]),
    );
    const { status, body } = await save(many);
    expect(status).toBe(400);
    expect(body.errors[0].errorMessage).toContain("200 settings");
    const large = Object.fromEntries(
      Array.from({ length: 13 }, (_, index) => [`large.${index}`, "x".repeat(16_000)]),
    );
    expect((await save(large)).status).toBe(400);
    // Names of inherited object properties are ordinary names.
    const { "large.0": _, ...others } = large;
    expect((await save({ ...others, constructor: "x".repeat(16_000) })).status).toBe(400);
    expect(await settings()).toEqual(before);
  });

  test("[PR-01] a change of too many settings is refused with one error", async () => {
    const before = await settings();
    const many = (name: (index: number) => string, count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, index) => [name(index), "x"]));
    for (const body of [
      many((index) => `many.${index}`, 60_000),
      many((index) => `1${index}`, 60_000),
      many((index) => `many.${index}`, 401),
    ]) {
      const response = await save(body);
      expect([response.status, response.body.errors.length]).toEqual([400, 1]);
    }
    expect(await settings()).toEqual(before);
  });

  test("[PR-01] two concurrent writers keep both changes, and the last one of a common setting", async () => {
    const writes = Array.from({ length: 20 }, (_, index) =>
      save(index % 2 ? { alpha: `${index}`, beta: `${index}` } : { beta: `${index}`, alpha: `${index}` }),
    );
    expect((await Promise.all(writes)).map(({ status }) => status)).toEqual(Array(20).fill(204));
    const { alpha, beta } = await settings();
    expect(alpha).toBe(beta);
    await save({ alpha: "last" });
    expect(await settings()).toHaveProperty("alpha", "last");
  });

  test("[HI-01] [PR-01] are recorded when they change, and only then", async () => {
    const { body } = await api.request("/user", { as: api.administrator });
    const traces = async () => {
      const url = `/users/${body.profile.userId}/history?pageLimit=0`;
      return (await api.request(url, { as: api.administrator })).body.totalCount;
    };
    const before = await traces();
    await save({ longDateFormat: "DD/MM/YYYY" });
    const after = await traces();
    expect(after).toBeGreaterThan(before);
    await save({ longDateFormat: "DD/MM/YYYY" });
    expect(await traces()).toBe(after);
  });
});
