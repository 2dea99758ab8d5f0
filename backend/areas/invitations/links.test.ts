import { expect, test } from "vitest";
import { describeApi } from "../../testing/api";
import { makeRole, personWith, unique, unknownId } from "../../testing/factories";

const mail = () => `${unique("guest")}@example.com`;

describeApi("links of invitations without a mail server", (api) => {
  const call = (method: "GET" | "POST", path: string, body?: object, as?: string) =>
    api.request(path, { method, as: as ?? api.administrator, body });
  const invite = async (roleIds: string[] = []) =>
    (await call("POST", "/users/invite", { email: mail(), roleIds })).body as string;
  const link = (invitationId: string, as?: string) =>
    call("POST", `/users/invitations/${invitationId}/link`, undefined, as);
  const stateOf = async (address: string) => {
    const [, token] = /\/invitation\/([\w-]+)$/.exec(address) ?? [];
    return (await api.request(`/invitations/${token}`)).body.state;
  };

  test("[US-02] [PM-05] a link requires the permission to invite and to give its roles", async () => {
    const strong = await makeRole(api, { permissions: ["RoleView"] });
    const invitationId = await invite([strong]);
    expect((await api.request(`/users/invitations/${invitationId}/link`, { method: "POST" })).status).toBe(
      401,
    );
    const looker = await personWith(api, ["UserView"]);
    expect((await link(invitationId, looker.as)).status).toBe(403);
    const weak = await personWith(api, ["UserView", "UserView_InviteAction"]);
    const refused = await link(invitationId, weak.as);
    expect([refused.status, refused.body.code]).toEqual([403, "permissionNotHeld"]);
    for (const missing of [unknownId, "x"]) expect((await link(missing)).status).toBe(404);
  });

  test("[US-02] each link of an invitation works until it is revoked", async () => {
    const invitationId = await invite();
    const first = await link(invitationId);
    expect([first.status, await stateOf(first.body)]).toEqual([200, "open"]);
    const second = await link(invitationId);
    expect([await stateOf(first.body), await stateOf(second.body)]).toEqual(["open", "open"]);
    await api.request(`/users/invitations?invitationIds=${invitationId}`, {
      method: "DELETE",
      as: api.administrator,
    });
    for (const { body } of [first, second]) expect(await stateOf(body)).toBe("revoked");
    expect((await link(invitationId)).status).toBe(404);
  });

  test("[US-02] [BE-03] the server reports that links are passed on by hand", async () => {
    expect((await call("GET", "/settings/version")).body.capabilities).toContain("invitation-links");
  });
});

describeApi(
  "links of invitations with a mail server",
  (api) => {
    test("[US-02] are sent by e-mail alone", async () => {
      const { body } = await api.request("/settings/version", { as: api.administrator });
      expect(body.capabilities).not.toContain("invitation-links");
      const refused = await api.request(`/users/invitations/${unknownId}/link`, {
        method: "POST",
        as: api.administrator,
      });
      expect([refused.status, refused.body.code]).toEqual([403, "invitationByMail"]);
    });
  },
  { smtpUrl: "smtp://127.0.0.1:9", mailFrom: "Hub <hub@example.com>" },
);
