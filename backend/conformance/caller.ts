import { addressOf } from "../../lib/contract/address";
import type { Endpoint } from "../../lib/contract/endpoint";

export interface Input {
  params?: Readonly<Record<string, string>>;
  query?: Readonly<Record<string, unknown>>;
  body?: unknown;
  language?: string;
  /** Sends no credentials. */
  isAnonymous?: boolean;
}

export interface Answer {
  status: number;
  /** Parsed JSON; undefined without any. */
  body: unknown;
}

/** Milliseconds for each call. */
const timeout = 60_000;

/** Calls a server of the contract by address, with the credentials of one user. */
export class Caller {
  constructor(
    /** Without a trailing slash; with the tenant, if there are several. */
    private readonly url: string,
    private readonly authorization: string,
  ) {}

  /** Signs in with a password, as `GET /auth` declares it. @throws {Error} when the server refuses */
  static async signIn(url: string, userName: string, password: string): Promise<Caller> {
    const basic = (secret: string) => `Basic ${Buffer.from(`${userName}:${secret}`).toString("base64")}`;
    const { status, body } = await new Caller(url, basic(password)).send("GET", "/auth", {});
    if (status !== 200 || typeof body !== "string")
      throw new Error(`GET /auth answers ${status} to --user and --password, instead of 200 with a secret.`);
    return new Caller(url, basic(body));
  }

  call({ method, path }: Pick<Endpoint, "method" | "path">, input: Input = {}): Promise<Answer> {
    const { params = {}, query = {} } = input;
    const address = addressOf({ method, path } as Endpoint, { params, query } as never);
    return this.send(method, address, input);
  }

  private async send(method: string, address: string, { body, language = "en", isAnonymous }: Input) {
    const response = await fetch(this.url + address, {
      method,
      redirect: "manual",
      signal: AbortSignal.timeout(timeout),
      headers: {
        accept: "application/json",
        lang: language,
        timezone: "Europe/Berlin",
        ...(!isAnonymous && { authorization: this.authorization }),
        ...(body !== undefined && { "content-type": "application/json" }),
      },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
    const text = await response.text();
    return { status: response.status, body: parsed(text) };
  }
}

function parsed(text: string): unknown {
  try {
    return text === "" ? null : JSON.parse(text);
  } catch {
    return undefined;
  }
}
