/** Common first and last names in the product's four languages, in their native spelling. */
const names = {
  de: {
    first:
      "Anna,Ben,Björn,Clara,Dörte,Emma,Felix,Finn,Frieda,Günther,Hannah,Heike,Ida,Jan,Jörg,Jürgen,Käthe,Klaus,Lea,Leon,Lina,Lukas,Maria,Mia,Moritz,Nele,Oskar,Paul,Petra,Rüdiger,Sabine,Sönke,Stefan,Susanne,Thomas,Ulrike,Uwe,Wolfgang,Zoë",
    last: "Bauer,Becker,Böhm,Braun,Dürr,Fischer,Frank,Fuchs,Groß,Günther,Hahn,Hartmann,Hoffmann,Jäger,Keller,Klein,Koch,König,Köhler,Krämer,Krause,Krüger,Kühn,Lange,Lehmann,Maier,Meyer,Möller,Müller,Neumann,Peters,Richter,Roth,Schäfer,Schmidt,Schneider,Scholz,Schröder,Schulz,Schwarz,Sommer,Vogel,Voß,Wagner,Weber,Weiß,Werner,Winkler,Wolf,Zimmermann",
  },
  pl: {
    first:
      "Adam,Agnieszka,Aleksandra,Andrzej,Bartłomiej,Beata,Błażej,Dorota,Elżbieta,Ewa,Grażyna,Grzegorz,Halina,Jacek,Jadwiga,Jan,Joanna,Julia,Kacper,Katarzyna,Krzysztof,Łucja,Łukasz,Maciej,Małgorzata,Marek,Mateusz,Michał,Natalia,Paweł,Piotr,Rafał,Stanisław,Szymon,Tomasz,Urszula,Wiesław,Wojciech,Zofia,Żaneta",
    last: "Adamczyk,Baran,Błaszczyk,Chmielewski,Czarnecki,Dąbrowski,Dudek,Gajewski,Głowacki,Górski,Jabłoński,Jankowski,Jasiński,Kaczmarek,Kamiński,Kowalczyk,Kowalski,Kozłowski,Krawczyk,Król,Kubiak,Kwiatkowski,Lewandowski,Lis,Łuczak,Majewski,Malinowski,Mazur,Michalski,Nowak,Nowakowski,Olszewski,Pawłowski,Piątek,Rutkowski,Sikora,Szczepański,Szewczyk,Szymański,Tomaszewski,Urbański,Walczak,Wieczorek,Wiśniewski,Witkowski,Woźniak,Wójcik,Wróbel,Zając,Żak",
  },
  sr: {
    first:
      "Aleksandar,Ana,Biljana,Bojan,Božidar,Čedomir,Danijela,Dejan,Dragana,Dušan,Đorđe,Filip,Gordana,Goran,Ivana,Jelena,Jovan,Katarina,Lazar,Luka,Ljiljana,Marija,Marko,Milan,Milica,Miloš,Mirjana,Nataša,Nebojša,Nemanja,Nikola,Novak,Petar,Radoš,Saša,Slađana,Snežana,Stefan,Uroš,Željko",
    last: "Antić,Babić,Bogdanović,Božić,Ćirić,Cvetković,Đorđević,Đukić,Filipović,Gajić,Ilić,Ivanović,Janković,Jokić,Jovanović,Jović,Kostić,Kovačević,Lazić,Lukić,Marković,Matić,Milenković,Milić,Milošević,Mitrović,Nikolić,Novaković,Pavlović,Perić,Petrović,Popović,Radovanović,Ristić,Savić,Simić,Stanković,Stefanović,Stojanović,Šarić,Tasić,Todorović,Tomić,Vasić,Vasiljević,Vuković,Živanović,Živković,Zdravković,Žarković",
  },
  en: {
    first:
      "Alice,Amelia,Andrew,Anthony,Ava,Charlotte,Chloe,Daniel,David,Edward,Eleanor,Emily,Ethan,Evelyn,Freya,George,Grace,Harry,Henry,Isla,Jack,James,Jessica,John,Laura,Liam,Lily,Lucy,Mary,Megan,Michael,Noah,Oliver,Olivia,Renée,Ruby,Samuel,Sarah,Sophie,William",
    last: "Adams,Bailey,Baker,Bennett,Brown,Campbell,Carter,Clark,Collins,Cooper,Cox,Davies,Davis,Edwards,Evans,Foster,Green,Hall,Harris,Hill,Hughes,Jackson,James,Johnson,Jones,Kelly,King,Lee,Lewis,Martin,Mitchell,Moore,Morgan,Morris,Murphy,O'Brien,O'Connor,Parker,Phillips,Roberts,Robinson,Scott,Smith,Stewart,Taylor,Thompson,Turner,Walker,Williams,Wright",
  },
} as const;

export interface SamplePerson {
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

/** Seeded numbers from 0 to 1 (mulberry32), so that measurements can be repeated. */
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
export function personOf(number: number, random: () => number, now: Date): SamplePerson {
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

/** Transliterates a name into the letters allowed in user names. */
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
