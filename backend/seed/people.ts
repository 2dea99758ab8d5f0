import { names } from "./names";

export interface Person {
  firstName: string;
  lastName: string;
  userName: string;
  email: string;
  createdOn: Date;
  createdBy: string;
  lastLoginOn: Date | null;
}

const day = 24 * 60 * 60 * 1000;
const languages = Object.values(names).map(({ first, last }) => ({
  first: first.split(","),
  last: last.split(","),
}));
const domains = ["example.com", "example.org", "example.net", "mail.example.com"];

/** Numbers from 0 to 1 that are the same for the same seed (mulberry32), so that measurements can be repeated. */
export function randomNumbers(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/**
 * The person with the running number `number`, which makes the user name unique. Created within the last five years;
 * one in seven has never signed in.
 */
export function personOf(number: number, random: () => number, now: Date): Person {
  const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)] as T;
  const language = pick(languages);
  const firstName = pick(language.first);
  const lastName = pick(language.last);
  const userName = `${plain(firstName)}.${plain(lastName)}.${number.toString(36)}`;
  const createdOn = new Date(now.getTime() - Math.floor(random() * 5 * 365 * day));
  const creator = pick(languages);
  return {
    firstName,
    lastName,
    userName,
    email: `${userName}@${pick(domains)}`,
    createdOn,
    createdBy: random() < 0.3 ? "System" : `${creator.first[0]} ${pick(creator.last)}`,
    lastLoginOn:
      random() < 1 / 7
        ? null
        : new Date(createdOn.getTime() + Math.floor(random() * (now.getTime() - createdOn.getTime()))),
  };
}

const plainOf = new Map<string, string>();

/** A name in the letters that user names may have. */
function plain(name: string): string {
  let known = plainOf.get(name);
  if (known === undefined) {
    known = name
      .normalize("NFD")
      .toLowerCase()
      .replace(/ß/g, "ss")
      .replace(/ł/g, "l")
      .replace(/đ/g, "dj")
      .replace(/[^a-z]/g, "");
    plainOf.set(name, known);
  }
  return known;
}
