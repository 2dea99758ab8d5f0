import { expect, test, vi } from "vitest";
import { createSignInAgain } from "./sign-in-again";

function sessionAt(start = 1_000) {
  let time = start;
  const session = createSignInAgain(() => time);
  const states: string[] = [];
  session.subscribe(() => states.push(session.state()));
  return { session, states, pass: (milliseconds: number) => (time += milliseconds) };
}

const write = { sentAt: 1_000, reading: false, ended: false };
const read = { sentAt: 1_000, reading: true, ended: false };

test("[AU-05] many refused calls ask once, and all are repeated after the sign-in", async () => {
  const { session, states, pass } = sessionAt();
  const calls = [write, read, read, write].map((call) => session.needed(call));
  await vi.waitFor(() => expect(session.state()).toBe("asking"));
  pass(5_000);
  session.settle(true);
  expect(await Promise.all(calls)).toEqual([true, true, true, true]);
  expect(states).toEqual(["asking", "present"]);
});

test("[AU-05] a call sent before the sign-in and refused after it is repeated without asking", async () => {
  const { session, states, pass } = sessionAt();
  session.ask();
  pass(5_000);
  session.settle(true);
  expect(await session.needed(write)).toBe(true);
  expect(states).toEqual(["asking", "present"]);
});

test("[AU-05] a call refused after a new sign-in asks again", async () => {
  const { session, pass } = sessionAt();
  session.ask();
  session.settle(true);
  pass(5_000);
  session.needed({ sentAt: 5_500, reading: false, ended: false });
  expect(session.state()).toBe("asking");
});

test("[AU-05] a response to an earlier request does not prove a later session", async () => {
  const { session, pass } = sessionAt();
  session.ask();
  session.settle(true);
  pass(5_000);
  session.settle(true, 2_000);
  session.needed({ sentAt: 5_500, reading: false, ended: false });
  expect(session.state()).toBe("asking");
  session.settle(true, 5_400);
  expect(session.state()).toBe("asking");
  session.settle(true, 5_600);
  expect(session.state()).toBe("present");
});

test("[AU-05] after dismissal, background calls do not ask, user actions do", async () => {
  const { session } = sessionAt();
  const waiting = session.needed(write);
  session.settle(false);
  expect(await waiting).toBe(false);
  expect(await session.needed(read)).toBe(false);
  expect(session.state()).toBe("declined");
  session.needed(write);
  expect(session.state()).toBe("asking");
});

test("[AU-05] background calls do not ask while the user is typing", async () => {
  vi.useFakeTimers();
  try {
    const { session, pass } = sessionAt();
    session.registerTyping();
    session.needed(read);
    pass(1_000);
    session.registerTyping();
    await vi.advanceTimersByTimeAsync(1_500);
    expect(session.state()).toBe("present");
    pass(1_500);
    await vi.advanceTimersByTimeAsync(1_500);
    expect(session.state()).toBe("asking");
  } finally {
    vi.useRealTimers();
  }
});

test("[AU-08] a deliberately ended session is concealed until a new one begins", async () => {
  const { session } = sessionAt();
  expect(session.isConcealed()).toBe(false);
  const waiting = session.needed({ ...write, ended: true });
  expect([session.isConcealed(), session.hasEnded()]).toEqual([true, true]);
  session.settle(false);
  expect(await waiting).toBe(false);
  expect(session.isConcealed()).toBe(true);
  session.ask();
  session.settle(true);
  expect(session.isConcealed()).toBe(false);
});

test("[AU-08] an expired session is concealed while asking, but not for calls before the sign-in", async () => {
  const { session, pass } = sessionAt();
  session.needed(write);
  expect([session.isConcealed(), session.hasEnded()]).toEqual([true, false]);
  session.settle(false);
  expect(session.isConcealed()).toBe(false);
  session.ask();
  pass(5_000);
  session.settle(true);
  expect(await session.needed({ ...write, ended: true })).toBe(true);
  expect(session.isConcealed()).toBe(false);
});

test("[AU-08] a late report of the session's end conceals the data, but does not reopen a declined dialog", () => {
  const { session, states } = sessionAt();
  session.ask();
  session.settle(false);
  session.noticeEnd(1_000);
  expect(session.isConcealed()).toBe(true);
  expect(states.at(-1)).toBe("declined");
});

test("[AU-08] a report of an end asks once, and is ignored after a later sign-in", () => {
  const { session, pass } = sessionAt();
  session.noticeEnd(1_000);
  expect(session.state()).toBe("asking");
  pass(5_000);
  session.settle(true);
  session.noticeEnd(1_000);
  expect(session.state()).toBe("present");
  expect(session.hasEnded()).toBe(false);
});
