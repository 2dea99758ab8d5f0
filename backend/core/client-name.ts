/** The names of a client; null where its user agent has no known one. */
export interface ClientName {
  browser: string | null;
  system: string | null;
}

type Names = readonly (readonly [RegExp, string])[];

/** The first match counts: user agents of most browsers also name others. */
const browsers: Names = [
  [/\bEdg(?:e|A|iOS)?\//, "Edge"],
  [/\b(?:OPR|Opera|OPiOS)\//, "Opera"],
  [/\bVivaldi\//, "Vivaldi"],
  [/\bSamsungBrowser\//, "Samsung Internet"],
  [/\b(?:Firefox|FxiOS)\//, "Firefox"],
  [/\b(?:HeadlessChrome|Chrome|CriOS|Chromium)\//, "Chrome"],
  [/\bVersion\/[\d.]+.*\bSafari\//, "Safari"],
];

const systems: Names = [
  [/\bWindows\b/, "Windows"],
  [/\bAndroid\b/, "Android"],
  [/\biPad\b/, "iPadOS"],
  [/\biP(?:hone|od)\b/, "iOS"],
  [/\bCrOS\b/, "ChromeOS"],
  [/\b(?:Macintosh|Mac OS X)\b/, "macOS"],
  [/\bLinux\b/, "Linux"],
];

/** The name of a program other than a browser, such as `curl/8.5.0`. */
const program = /^(?!Mozilla\b)[A-Za-z][\w-]{0,29}(?=\/|$)/;

const nameIn = (names: Names, text: string) => names.find(([pattern]) => pattern.test(text))?.[1] ?? null;

/** Reduces a user agent, which clients choose freely, to a name from these lists, or a program's short name. */
export function clientNameOf(userAgent: string | null): ClientName {
  const text = userAgent ?? "";
  return {
    browser: nameIn(browsers, text) ?? program.exec(text)?.[0] ?? null,
    system: nameIn(systems, text),
  };
}

const maxLength = 400;

/** The stored form of a request's user agent. */
export function userAgentOf(header: string | undefined): string | null {
  return header?.replace(/[^\x20-\x7e]+/g, " ").slice(0, maxLength) || null;
}
