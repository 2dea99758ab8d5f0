import { type PresenceState, type PresentUser, presenceInterval } from "../../lib/live/hub";

/** Milliseconds that a presence lasts without renewal: browsers slow the timers of hidden pages to two minutes. */
export const presentFor = 3 * presenceInterval;
/** Limits of records of one person, and of people at one record. */
const maxRecords = 100;
const maxPeople = 50;
/** Limit of one user's connections per record. */
const maxSaid = 40;

interface Said {
  state: PresenceState;
  until: number;
}

interface Present {
  name: string;
  /** Reports by connection, the latest last. */
  said: Map<string, Said>;
}

/**
 * The users present at each record of one tenant, by recent reports of their connections. A user with several windows
 * counts once.
 */
export class Presence {
  private readonly records = new Map<string, Map<string, Present>>();
  private readonly ofPerson = new Map<string, Set<string>>();

  /** @param key of the record @param by the reporting connection */
  note(
    key: string,
    { userId, name }: Omit<PresentUser, "state">,
    state: PresenceState | "gone",
    { by, now }: { by: string; now: number },
  ): void {
    const said = this.records.get(key)?.get(userId)?.said ?? new Map<string, Said>();
    said.delete(by);
    if (state !== "gone") said.set(by, { state, until: now + presentFor });
    this.leave(key, userId);
    if (said.size === 0) return;
    const [earliest] = said.keys();
    if (said.size > maxSaid && earliest !== undefined) said.delete(earliest);
    const own = this.ofPerson.get(userId) ?? new Set();
    this.ofPerson.set(userId, own.add(key));
    const people = this.records.get(key) ?? new Map<string, Present>();
    this.records.set(key, people.set(userId, { name, said }));
    const [oldest] = own;
    if (own.size > maxRecords && oldest !== undefined) this.leave(oldest, userId);
    const [first] = people.keys();
    if (people.size > maxPeople && first !== undefined) this.leave(key, first);
  }

  of(key: string, now: number): readonly PresentUser[] {
    const people = [...(this.records.get(key) ?? [])];
    return people.flatMap(([userId, { name, said }]) => {
      for (const [by, { until }] of said) if (until <= now) said.delete(by);
      const last = [...said.values()].at(-1);
      if (last) return { userId, name, state: last.state };
      this.leave(key, userId);
      return [];
    });
  }

  /** Removes expired presences. @returns the records that had one */
  expire(now: number): string[] {
    const changed: string[] = [];
    for (const [key, people] of [...this.records]) {
      const before = people.size;
      if (this.of(key, now).length < before) changed.push(key);
    }
    return changed;
  }

  /** Removes the reports of a closed connection. @returns the affected records */
  end(userId: string, by: string): string[] {
    const keys = this.saidBy(userId, by);
    for (const key of keys) {
      const said = this.records.get(key)?.get(userId)?.said;
      said?.delete(by);
      if (said?.size === 0) this.leave(key, userId);
    }
    return keys;
  }

  /** The records that a connection has reported. */
  saidBy(userId: string, by: string): string[] {
    return [...(this.ofPerson.get(userId) ?? [])].filter((key) =>
      this.records.get(key)?.get(userId)?.said.has(by),
    );
  }

  get isEmpty(): boolean {
    return this.records.size === 0;
  }

  private leave(key: string, userId: string): void {
    const people = this.records.get(key);
    if (!people?.delete(userId)) return;
    if (people.size === 0) this.records.delete(key);
    const own = this.ofPerson.get(userId);
    own?.delete(key);
    if (own?.size === 0) this.ofPerson.delete(userId);
  }
}
