import { expect, test } from "vitest";
import { offeredIn } from "../../access/offered";
import { describeApi } from "../../testing/api";

describeApi("the signed-in user", (api) => {
  test("[PM-01] learns who they are, what they may do and where they belong", async () => {
    const { body } = await api.request("/user", { as: api.administrator });
    expect(body.profile).toMatchObject({ userName: "admin", lastName: "Administrator" });
    expect(body.userPermissions).toEqual([...offeredIn("main", false)]);
    expect(body.permissionStamp).toMatch(/^[0-9a-f]+$/);
    expect(body.tenants).toEqual([{ tenantIdentifier: "main", tenantName: "Main", tenantColour: "" }]);
  });

  test("[PR-01] keeps the preferences that are given and leaves the others", async () => {
    const save = (body: unknown) =>
      api.request("/user/settings", { method: "PUT", as: api.administrator, body });
    expect((await save({ longDateFormat: "LL", subTabsExpanded: false })).status).toBe(204);
    expect((await save({ longDateFormat: "DD.MM.YYYY" })).status).toBe(204);
    const { body } = await api.request("/user", { as: api.administrator });
    expect(body.userSettings).toEqual([
      { settingName: "longDateFormat", settingValue: "DD.MM.YYYY" },
      { settingName: "subTabsExpanded", settingValue: "false" },
    ]);
  });

  test("[PR-01] is told which field of the preferences is wrong", async () => {
    const body = { longTimeFormat: "rm -rf", languageSymbol: 5 };
    const answer = await api.request("/user/settings", { method: "PUT", as: api.administrator, body });
    expect(answer.status).toBe(400);
    expect(answer.body.errors).toEqual([
      { propertyName: "languageSymbol", errorMessage: "Please choose one of: en, de, pl, sr." },
      { propertyName: "longTimeFormat", errorMessage: "Please choose one of: HH:mm:ss, hh:mm:ss a." },
    ]);
  });

  test("[PR-02] chooses one of the languages and no other", async () => {
    const choose = (symbol: string) =>
      api.request(`/user/settings/languageSymbol/${symbol}`, { method: "PUT", as: api.administrator });
    expect((await choose("sr")).status).toBe(204);
    expect((await choose("xx")).status).toBe(400);
    const { body } = await api.request("/user", { as: api.administrator });
    expect(body.userSettings).toContainEqual({ settingName: "languageSymbol", settingValue: "sr" });
  });
});
