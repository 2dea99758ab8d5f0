import { expect, test } from "vitest";
import { describeApi } from "../testing/api";
import { unique } from "../testing/factories";
import { releaseAttempt, reserveAttempt } from "./sign-in-throttle";

describeApi("attempts that count before they are looked at", (api) => {
  const reserve = (subject: string) =>
    api.connection
      .transaction("hub_auth", (db) => reserveAttempt(db, subject))
      .then(
        () => "reserved",
        (error) => error.code as string,
      );

  test("[AM-05] of many at once, from whatever process, as many are reserved as there may be failures", async () => {
    const subject = unique("share:");
    const all = await Promise.all(Array.from({ length: 40 }, () => reserve(subject)));
    expect(all.sort()).toEqual([...Array(5).fill("reserved"), ...Array(35).fill("tooManyAttempts")]);
    await api.connection.transaction("hub_auth", (db) => releaseAttempt(db, subject));
    expect([await reserve(subject), await reserve(subject)]).toEqual(["reserved", "tooManyAttempts"]);
  });
});
