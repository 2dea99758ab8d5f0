import fc from "fast-check";
import { beforeAll, expect, test } from "vitest";
import { describeApi } from "../testing/api";
import { makeUser, personWith, unique } from "../testing/factories";

const sortable = [
  "lastName",
  "firstName",
  "userName",
  "email",
  "lastLoginDate",
  "createdOn",
  "createdBy",
] as const;
const directions = ["asc", "desc"] as const;

describeApi("lists", (api) => {
  const list = (path: string, query: Record<string, string | number>) =>
    api.request(
      `${path}?${new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]))}`,
      {
        as: api.administrator,
      },
    );

  beforeAll(async () => {
    const letters = fc.sample(
      fc.record({
        firstName: fc.constantFrom("", "Ana", "ana", "Łukasz", "Zoë", "Émile", "%", "a_b", "back\\slash"),
        lastName: fc.oneof(
          fc.constantFrom("", "Müller", "muller", "O'Brien"),
          fc.string({ maxLength: 8, unit: "grapheme" }),
        ),
        email: fc.constantFrom("", "a@example.com", "B@example.com"),
      }),
      { numRuns: 60, seed: 7 },
    );
    for (const given of letters)
      await makeUser(api, { ...given, lastName: given.lastName.replaceAll("\0", "") });
    // Gives some users a sign-in and others none.
    for (let count = 0; count < 3; count++) await personWith(api, []);
  });

  test("[TL-01] all pages together are the whole list, for any sort, direction, size and phrase", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...sortable),
        fc.constantFrom(...directions),
        fc.integer({ min: 1, max: 40 }),
        fc.constantFrom("", "a", "ana", "example.com", "zzzz"),
        async (sortBy, sortDir, pageLimit, phrase) => {
          const query = { sortBy, sortDir, phrase };
          const { body: whole } = await list("/users", { ...query, pageLimit: -1 });
          const pages = [];
          for (let page = 1; (page - 1) * pageLimit < whole.totalCount; page++) {
            const { body } = await list("/users", { ...query, page, pageLimit });
            expect(body.totalCount).toBe(whole.totalCount);
            pages.push(...body.list);
          }
          expect(pages).toEqual(whole.list);
          const { body: past } = await list("/users", { ...query, page: whole.totalCount + 1, pageLimit });
          expect(past).toEqual({ list: [], totalCount: whole.totalCount });
        },
      ),
      { numRuns: 25 },
    );
  });

  test("[TL-01] directions are mirrored, and names sort ignoring case and accents", async () => {
    for (const sortBy of sortable) {
      const [up, down] = [
        (await list("/users", { sortBy, pageLimit: -1 })).body.list,
        (await list("/users", { sortBy, sortDir: "desc", pageLimit: -1 })).body.list,
      ];
      expect(down).toEqual([...up].reverse());
    }
    const { body } = await list("/users", { sortBy: "firstName", phrase: "a", pageLimit: -1 });
    const names = body.list.map((row: { firstName: string }) => row.firstName.toLowerCase());
    const anas = names
      .map((name: string, index: number) => (name === "ana" ? index : -1))
      .filter((index: number) => index >= 0);
    expect(anas.at(-1) - anas[0]).toBe(anas.length - 1);
  });

  test("[TL-01] a phrase is matched literally: %, _ and backslash are characters", async () => {
    const { body: all } = await list("/users", { pageLimit: -1 });
    const holding = (text: string) =>
      all.list.filter((row: Record<string, string>) =>
        [`${row.firstName} ${row.lastName}`, row.userName, row.email].some((value) => value?.includes(text)),
      ).length;
    for (const phrase of ["%", "_", "\\", "a_b", "%%", "k\\s"])
      expect([phrase, (await list("/users", { phrase })).body.totalCount]).toEqual([phrase, holding(phrase)]);
    const text = unique("needle");
    await makeUser(api, { email: `${text}@example.com` });
    expect((await list("/users", { phrase: ` ${text.toUpperCase()} ` })).body.totalCount).toBe(1);
  });

  test("[BE-01] a page limit of 0 only counts; wrong queries are refused by name", async () => {
    const { body } = await list("/users", { pageLimit: 0, phrase: "ana" });
    expect(body.list).toEqual([]);
    expect(body.totalCount).toBeGreaterThan(0);
    for (const [name, value] of [
      ["page", "-1"],
      ["page", "0"],
      ["page", "1.5"],
      ["page", "x"],
      ["pageLimit", "-2"],
      ["pageLimit", "100001"],
      ["sortBy", ";drop"],
      ["sortBy", "password_hash"],
      ["sortDir", "up"],
      ["phrase", "x".repeat(201)],
    ] as const) {
      const response = await list("/users", { [name]: value });
      expect([value, response.status, response.body.errors?.[0]?.propertyName]).toEqual([value, 400, name]);
    }
    expect((await list("/users", { page: 999_999_999, pageLimit: 100_000 })).body.list).toEqual([]);
  });
});

describeApi(
  "lists with a row limit",
  (api) => {
    test("[BE-01] all rows are returned up to the limit, and beyond it a 400", async () => {
      const name = unique("Many");
      for (let count = 0; count < 6; count++) await makeUser(api, { lastName: name });
      for (const url of ["/users?pageLimit=-1", `/users?pageLimit=-1&phrase=${name}`, "/users?pageLimit=6"]) {
        const response = await api.request(url, { as: api.administrator });
        expect([url, response.status, response.body.code]).toEqual([url, 400, "tooManyRows"]);
      }
      const within = await api.request("/users?pageLimit=5", { as: api.administrator });
      expect(within.body.list).toHaveLength(5);
    });
  },
  { listRowLimit: 5 },
);
