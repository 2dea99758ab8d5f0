/** A client as people know it; null where its user agent says nothing that is known here. */
export interface ClientName {
  browser: string | null;
  system: string | null;
}

type Names = readonly (readonly [RegExp, string])[];

/** The first match counts: most browsers also name those that they imitate. */
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

/** Of a program that is no browser, such as `curl/8.5.0`. */
const program = /^(?!Mozilla\b)[A-Za-z][\w-]{0,29}(?=\/|$)/;

const nameIn = (names: Names, text: string) => names.find(([pattern]) => pattern.test(text))?.[1] ?? null;

/** Anyone can write a user agent: only names from these lists, or a short one of a program, are shown. */
export function clientNameOf(userAgent: string | null): ClientName {
  const text = userAgent ?? "";
  return {
    browser: nameIn(browsers, text) ?? program.exec(text)?.[0] ?? null,
    system: nameIn(systems, text),
  };
}

const longest = 400;

/** The user agent of a request as it is stored. */
export function userAgentOf(header: string | undefined): string | null {
  return header?.replace(/[^\x20-\x7e]+/g, " ").slice(0, longest) || null;
}
