import { type PresenceState, type PresentUser, presenceInterval } from "../../lib/live/hub";

/** Milliseconds that a presence lasts without renewal: browsers slow the timers of hidden pages to two minutes. */
export const presentFor = 3 * presenceInterval;
/** Limits of records of one person, and of people at one record. */
const maxRecords = 100;
const maxPeople = 50;

interface Present extends PresentUser {
  until: number;
}

/**
 * People present at the records of one tenant, as recently reported. A person counts once, however many windows they
 * have.
 */
export class Presence {
  private readonly records = new Map<string, Map<string, Present>>();
  private readonly ofPerson = new Map<string, Set<string>>();

  /** @param key of the record */
  note(key: string, person: Omit<PresentUser, "state">, state: PresenceState | "gone", now: number): void {
    this.leave(key, person.userId);
    if (state === "gone") return;
    const own = this.ofPerson.get(person.userId) ?? new Set();
    this.ofPerson.set(person.userId, own.add(key));
    const people = this.records.get(key) ?? new Map<string, Present>();
    this.records.set(key, people.set(person.userId, { ...person, state, until: now + presentFor }));
    const [oldest] = own;
    if (own.size > maxRecords && oldest !== undefined) this.leave(oldest, person.userId);
    const [first] = people.keys();
    if (people.size > maxPeople && first !== undefined) this.leave(key, first);
  }

  of(key: string, now: number): readonly PresentUser[] {
    const people = [...(this.records.get(key)?.values() ?? [])];
    for (const { userId, until } of people) if (until <= now) this.leave(key, userId);
    return people
      .filter(({ until }) => until > now)
      .map(({ userId, name, state }) => ({ userId, name, state }));
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
