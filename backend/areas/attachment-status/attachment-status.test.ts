import { expect, test } from "vitest";
import { describeApi } from "../../testing/api";
import { personWith, personWithout, unique, unknownId } from "../../testing/factories";

describeApi("the order of attachment statuses", (api) => {
  const make = async () =>
    (
      await api.request("/attachment-status", {
        method: "POST",
        as: api.administrator,
        body: { attachmentStatusName: unique("Status ") },
      })
    ).body as string;
  const move = (id: string, before: string | null, as = api.administrator) =>
    api.request(`/attachment-status/${id}/place`, { method: "PUT", as, body: { before } });
  const all = async () => {
    const { body } = await api.request("/attachment-status?pageLimit=-1&sortBy=sortOrder", {
      as: api.administrator,
    });
    return body.list as { attachmentStatusId: string; sortOrder: number; version: number }[];
  };
  const idsOf = async () => (await all()).map(({ attachmentStatusId }) => attachmentStatusId);

  test("[AM-04] [PM-02] moving requires the permission to change, and an existing status", async () => {
    const [one, other] = [await make(), await make()];
    const looker = await personWith(api, ["AttachmentStatusView"]);
    const lacking = await personWithout(api, "AttachmentStatusView_EditAction");
    for (const { as } of [looker, lacking]) expect((await move(one, other, as)).status).toBe(403);
    expect((await move(unknownId, one)).status).toBe(404);
    expect((await move(one, unknownId)).status).toBe(404);
    expect((await move(one, one)).status).toBe(404);
  });

  test("[AM-04] a moved status gets its place, all are numbered, and unmoved ones stay unchanged", async () => {
    const [first, second, third] = [await make(), await make(), await make()];
    expect((await move(first, null)).status).toBe(204);
    expect((await move(third, null)).status).toBe(204);
    expect((await move(second, third)).status).toBe(204);
    expect((await idsOf()).slice(-3)).toEqual([first, second, third]);
    const before = await all();
    expect(before.map(({ sortOrder }) => sortOrder)).toEqual(before.map((_, index) => index + 1));
    await move(third, second);
    const after = await all();
    expect(after.slice(-3).map(({ attachmentStatusId }) => attachmentStatusId)).toEqual([
      first,
      third,
      second,
    ]);
    const versionsOf = (list: typeof before) => list.slice(0, -2).map(({ version }) => version);
    expect(versionsOf(after)).toEqual(versionsOf(before));
    const { body } = await api.request(`/attachment-status/${third}/history`, { as: api.administrator });
    expect(body.list[0]).toMatchObject({ type: "AttachmentStatusUpdated" });
  });

  test("[AM-04] the list shows, sorts, filters and finds them by their names in the reader's language", async () => {
    const as = api.administrator;
    const mark = unique("mark");
    const create = (name: string, de: string) =>
      api.request("/attachment-status", {
        ...{ as, method: "POST" },
        body: {
          attachmentStatusName: `${mark} ${name}`,
          attachmentStatusNameTranslation: { de: de && `${mark} ${de}` },
        },
      });
    for (const [name, de] of [
      ["Approved", "Genehmigt"],
      ["Draft", "Entwurf"],
      ["Filed", ""],
    ] as const)
      await create(name, de);
    const namesIn = async (lang: string, query: string) => {
      const { body } = await api.request(`/attachment-status?${query}`, { as, headers: { lang } });
      return (body.list as { attachmentStatusNameTranslated: string }[]).map(
        ({ attachmentStatusNameTranslated: name }) => name.replace(`${mark} `, ""),
      );
    };
    const byName = (phrase: string) => `sortBy=attachmentStatusName&phrase=${mark} ${phrase}`;
    expect(await namesIn("de", byName(""))).toEqual(["Entwurf", "Filed", "Genehmigt"]);
    expect(await namesIn("pl", byName(""))).toEqual(["Approved", "Draft", "Filed"]);
    expect(await namesIn("de", byName("ENTWURF"))).toEqual(["Entwurf"]);
    expect(await namesIn("de", byName("Draft"))).toEqual(["Entwurf"]);
    expect(await namesIn("pl", byName("Entwurf"))).toEqual([]);
    const filtered = `filters=attachmentStatusName:startsWith:${mark} Ent`;
    expect(await namesIn("de", filtered)).toEqual(["Entwurf"]);
    expect(await namesIn("en", filtered)).toEqual([]);
  });

  test("[AM-04] concurrent moves keep all places distinct", async () => {
    const ids = [await make(), await make(), await make(), await make(), await make()];
    const at = (index: number) => ids[index % ids.length] as string;
    const moves = Array.from({ length: 20 }, (_, index) =>
      move(at(index), index % 5 === 4 ? null : at(index + 1 + (index % 3))),
    );
    const statuses = (await Promise.all(moves)).map(({ status }) => status);
    expect(new Set(statuses)).toEqual(new Set([204]));
    const list = await all();
    expect(list.map(({ sortOrder }) => sortOrder)).toEqual(list.map((_, index) => index + 1));
    expect(new Set(await idsOf()).size).toBe(list.length);
  });
});
