import { type RawResponse, raw } from "../bff/raw-http";

/** Browser without scripts: stores cookies by host and path, and follows redirects one at a time. */
export class PlainBrowser {
  #cookies: { host: string; path: string; name: string; value: string }[] = [];

  /** Returns the Cookie header for an address. */
  cookiesFor(address: string): string {
    const { port, pathname } = new URL(address);
    return this.#cookies
      .filter(({ host, path }) => host === port && isBelow(pathname, path))
      .map(({ name, value }) => `${name}=${value}`)
      .join("; ");
  }

  /** Sets a cookie. */
  plant(address: string, name: string, value: string, path = "/"): void {
    const host = new URL(address).port;
    this.#cookies = this.#cookies.filter(
      (each) => each.name !== name || each.path !== path || each.host !== host,
    );
    this.#cookies.push({ host, path, name, value });
  }

  /** Deletes all cookies of a server. */
  forget(address: string): void {
    this.#cookies = this.#cookies.filter(({ host }) => host !== new URL(address).port);
  }

  /** Returns the names of the cookies for an address. */
  names(address: string): string[] {
    return this.cookiesFor(address)
      .split("; ")
      .map((pair) => pair.split("=")[0] ?? "")
      .filter(Boolean);
  }

  async ask(
    address: string,
    {
      form,
      headers = {},
      method,
    }: { form?: Record<string, string>; headers?: Record<string, string>; method?: string } = {},
  ): Promise<RawResponse> {
    const { port, pathname, search } = new URL(address);
    const cookie = this.cookiesFor(address);
    const response = await raw(Number(port), pathname + search, {
      method: method ?? (form ? "POST" : "GET"),
      headers: {
        ...(cookie && { cookie }),
        ...(form && { "content-type": "application/x-www-form-urlencoded" }),
        ...headers,
      },
      body: form && new URLSearchParams(form).toString(),
    });
    for (const line of response.headers["set-cookie"] ?? []) this.#set(address, line);
    return response;
  }

  /** Follows redirects from `address` until a page or `stopAt`. */
  async visit(address: string, stopAt: (address: string) => boolean = () => false): Promise<Visited> {
    let at = address;
    const seen: string[] = [];
    for (let steps = 0; steps < 20; steps += 1) {
      seen.push(at);
      if (stopAt(at)) return { at, seen, response: undefined };
      const response = await this.ask(at);
      const { location } = response.headers;
      if (response.status < 300 || response.status >= 400 || !location) return { at, seen, response };
      at = new URL(location, at).href;
    }
    throw new Error(`No end of redirects:\n${seen.join("\n")}`);
  }

  /** Signs in, starting at the product's address. */
  async signIn(address: string, name: string): Promise<Visited> {
    const { at } = await this.visit(address);
    if (!at.includes("/interaction/")) return this.visit(address);
    const response = await this.ask(at, { form: { name } });
    return this.visit(new URL(response.headers.location ?? "", at).href);
  }

  #set(address: string, line: string): void {
    const [pair = "", ...attributes] = line.split("; ");
    const name = pair.slice(0, pair.indexOf("="));
    const value = pair.slice(name.length + 1);
    const get = (key: string) =>
      attributes.find((each) => each.toLowerCase().startsWith(`${key}=`))?.slice(key.length + 1);
    const path = get("path") ?? "/";
    const host = new URL(address).port;
    this.#cookies = this.#cookies.filter(
      (each) => each.name !== name || each.path !== path || each.host !== host,
    );
    const expires = get("expires");
    const gone = get("max-age") === "0" || value === "" || (expires && Date.parse(expires) < Date.now());
    if (!gone) this.#cookies.push({ host, path, name, value });
  }
}

export interface Visited {
  at: string;
  seen: string[];
  /** Omitted if the visit was stopped. */
  response: RawResponse | undefined;
}

/** RFC 6265 section 5.1.4. */
function isBelow(pathname: string, path: string): boolean {
  return pathname === path || pathname.startsWith(path.endsWith("/") ? path : `${path}/`);
}
