import { createHash } from "node:crypto";
import { errors } from "jose";
import { RequestError } from "../http/errors";
import { ProviderUnavailable } from "./ask-provider";
import { issuerOf } from "./issuer";
import { isAccessToken, type Person, personOf, verifiedEmail } from "./person";
import { Provider } from "./provider";

interface Verified {
  person: Person;
  /** Of `Date.now()`: a token is looked at anew after a while, and never counts beyond its own end. */
  until: number;
  /** That it admits nobody has been recorded. */
  isRefusalRecorded?: boolean;
}

const rememberedFor = 60_000;
const mostRemembered = 10_000;

/** The access tokens of the identity providers that this API trusts; one for each process. */
export class Tokens {
  private readonly providers = new Map<string, Provider>();
  private readonly verified = new Map<string, Verified>();

  constructor(private readonly settings: { issuer: string; audience: string }) {}

  /** Who a token was made for, if it was verified a moment ago. */
  remembered(token: string, tenantIdentifier: string): Person | undefined {
    const found = this.verified.get(this.keyOf(token, tenantIdentifier));
    return found && found.until > Date.now() ? found.person : undefined;
  }

  /**
   * Who an access token was made for.
   * @param tenantIdentifier of a tenant that exists: its provider is asked
   * @throws {RequestError} 401 when it does not hold, 503 when its provider cannot be asked
   */
  async verify(token: string, tenantIdentifier: string): Promise<Person> {
    try {
      const checked = await this.providerOf(tenantIdentifier).verify(token);
      const person = isAccessToken(checked) ? personOf(checked.payload) : undefined;
      if (!person) throw untrusted();
      const until = Math.min(Date.now() + rememberedFor, (checked.payload.exp ?? 0) * 1000 + rememberedFor);
      this.remember(this.keyOf(token, tenantIdentifier), { person, until });
      return person;
    } catch (error) {
      throw error instanceof errors.JOSEError ? untrusted() : answered(error);
    }
  }

  /**
   * The person with the e-mail address that the provider has verified, asked for where the token does not have it.
   * @throws {RequestError} 503 when the provider cannot be asked
   */
  async withEmail(person: Person, token: string, tenantIdentifier: string): Promise<Person> {
    if (person.email) return person;
    try {
      const told = await this.providerOf(tenantIdentifier).userInfo(token);
      // OpenID Connect Core 1.0, section 5.3.2: what is told of somebody else must not be used.
      return told?.sub === person.subject ? { ...person, email: verifiedEmail(told) } : person;
    } catch (error) {
      throw answered(error);
    }
  }

  /** Whether it is the first time, as far as is remembered, that a verified token admits nobody. */
  isFirstRefusal(token: string, tenantIdentifier: string): boolean {
    const found = this.verified.get(this.keyOf(token, tenantIdentifier));
    if (!found || found.isRefusalRecorded) return false;
    found.isRefusalRecorded = true;
    return true;
  }

  private providerOf(tenantIdentifier: string): Provider {
    const issuer = issuerOf(this.settings.issuer, tenantIdentifier);
    const provider = this.providers.get(issuer) ?? new Provider(issuer, this.settings.audience);
    this.providers.set(issuer, provider);
    return provider;
  }

  private keyOf(token: string, tenantIdentifier: string): string {
    const issuer = issuerOf(this.settings.issuer, tenantIdentifier);
    return createHash("sha256").update(`${issuer}\n${token}`).digest("base64");
  }

  private remember(key: string, verified: Verified): void {
    this.verified.delete(key);
    this.verified.set(key, verified);
    for (const oldest of this.verified.keys()) {
      if (this.verified.size <= mostRemembered) return;
      this.verified.delete(oldest);
    }
  }
}

/** RFC 6750, section 3. */
const untrusted = () =>
  new RequestError("unauthorized", {
    status: 401,
    headers: { "www-authenticate": 'Bearer error="invalid_token"' },
  });

function answered(error: unknown): unknown {
  if (!(error instanceof ProviderUnavailable)) return error;
  return new RequestError("providerUnavailable", { status: 503, headers: { "retry-after": "5" } });
}
