import { expect, test } from "vitest";
import { basic, describeApi } from "../../testing/api";
import { faultyFields, unique } from "../../testing/factories";

const password = "Correct-horse-7";
const next = "Another-horse-8";

const addressOf = new Map<string | undefined, string>();

describeApi("one's own password", (api) => {
  const makePerson = async () => {
    const userName = unique("own");
    await api.request("/users/create", {
      method: "POST",
      as: api.administrator,
      body: { userName, password, roleIds: [] },
    });
    const person = { userName, as: await api.signedIn(userName), elsewhere: await api.signedIn(userName) };
    addressOf.set(person.as, `192.0.2.${addressOf.size + 1}`);
    return person;
  };
  const save = (as: string | undefined, given: object) =>
    api.request("/user/password", {
      method: "PUT",
      as,
      // Failures count for the address, too.
      address: addressOf.get(as),
      body: { currentPassword: password, password: next, passwordRepeat: next, ...given },
    });

  test("[HO-04] is set with the current one; this session continues and all others end", async () => {
    const { userName, as, elsewhere } = await makePerson();
    expect((await save(undefined, {})).status).toBe(401);
    expect((await save(as, {})).status).toBe(204);
    expect((await api.request("/user", { as })).status).toBe(200);
    expect((await api.request("/user", { as: elsewhere })).status).toBe(401);
    expect((await api.request("/auth", { as: basic(userName, password) })).status).toBe(401);
    expect((await api.request("/auth", { as: basic(userName, next) })).status).toBe(200);
  });

  test("[HO-04] invalid input is refused on its field", async () => {
    const { as } = await makePerson();
    const faults = async (given: object) => faultyFields((await save(as, given)).body);
    expect(await faults({ passwordRepeat: "something else" })).toEqual(["passwordRepeat"]);
    expect(await faults({ password: "short", passwordRepeat: "short" })).toEqual(["password"]);
    expect(await faults({ currentPassword: "" })).toEqual(["currentPassword"]);
    expect(await faults({ currentPassword: "wrong" })).toEqual(["currentPassword"]);
  });

  test("[AU-13] a common one, and one built from the user's name, is refused with advice", async () => {
    const { userName, as } = await makePerson();
    for (const weak of ["password1234", `${userName}-1`]) {
      const refused = await save(as, { password: weak, passwordRepeat: weak });
      expect([refused.status, faultyFields(refused.body)]).toEqual([400, ["password"]]);
    }
    expect((await save(as, {})).status).toBe(204);
  });

  test("[HO-04] guesses of the current one are throttled", async () => {
    const { as } = await makePerson();
    for (let guess = 0; guess < 5; guess++)
      expect((await save(as, { currentPassword: `guess ${guess}` })).status).toBe(400);
    const slowed = await save(as, {});
    expect(slowed.status).toBe(429);
    expect(Number(slowed.headers["retry-after"])).toBeGreaterThan(0);
  });

  test("[HO-04] [HI-01] a wrong guess is in the user's history, with the address and without the guess", async () => {
    const { userName, as } = await makePerson();
    await save(as, { currentPassword: "a telling guess" });
    const { body } = await api.request(`/users?phrase=${userName}`, { as: api.administrator });
    const url = `/users/${body.list[0].userId}/history`;
    const { list } = (await api.request(url, { as: api.administrator })).body;
    const failures = list.filter(({ type }: { type: string }) => type === "UserSignInFailed");
    expect(failures).toHaveLength(1);
    const failure = await api.request(`${url}/UserSignInFailed/${failures[0].id}`, { as: api.administrator });
    expect(failure.body.current).toEqual({ address: addressOf.get(as) });
  });

  test("[HO-04] only a few of many concurrent guesses are checked", async () => {
    const { as } = await makePerson();
    const responses = await Promise.all(
      Array.from({ length: 40 }, (_, guess) => save(as, { currentPassword: `guess ${guess}` })),
    );
    expect(responses.filter(({ status }) => status === 400).length).toBeLessThan(10);
    expect(responses.filter(({ status }) => status !== 400 && status !== 429)).toEqual([]);
    expect((await save(as, {})).status).toBe(429);
  });

  test("[HO-04] guesses at sign-in do not prevent the user from setting a new one", async () => {
    const { userName, as } = await makePerson();
    for (let guess = 0; guess < 6; guess++)
      await api.request("/auth", { as: basic(userName, "a guess"), address: `203.0.113.${guess + 1}` });
    expect((await api.request("/auth", { as: basic(userName, password) })).status).toBe(429);
    expect((await save(as, {})).status).toBe(204);
  });
});
