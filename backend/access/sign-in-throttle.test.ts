import { expect, test } from "vitest";
import { describeApi } from "../testing/api";
import { unique } from "../testing/factories";
import { releaseAttempt, reserveAttempt } from "./sign-in-throttle";

describeApi("reserved attempts", (api) => {
  const reserve = (subject: string) =>
    api.connection
      .transaction("hub_auth", (db) => reserveAttempt(db, subject))
      .then(
        () => "reserved",
        (error) => error.code as string,
      );

  test("[AM-05] concurrent ones in any process are reserved up to the limit of failures", async () => {
    const subject = unique("share:");
    const all = await Promise.all(Array.from({ length: 40 }, () => reserve(subject)));
    expect(all.sort()).toEqual([...Array(5).fill("reserved"), ...Array(35).fill("tooManyAttempts")]);
    await api.connection.transaction("hub_auth", (db) => releaseAttempt(db, subject));
    expect([await reserve(subject), await reserve(subject)]).toEqual(["reserved", "tooManyAttempts"]);
  });
});
