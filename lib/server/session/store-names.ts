interface Named {
  id: string;
  tenant: string;
  oidc?: { issuer: string; subject: string; providerSession?: string; signIns?: readonly string[] };
}

/** The names under which a session can be ended: its own and the provider's session's, and its user's at the provider. */
export function namesOf(session: Named): { own: string[]; user: string[] } {
  const { id, oidc } = session;
  if (!oidc) return { own: [sessionName(id)], user: [] };
  const { issuer, subject, providerSession } = oidc;
  const user = [subjectName(issuer, subject)];
  if (providerSession === undefined)
    return { own: signedOutNames(session), user: [...user, unnamedName(issuer, subject)] };
  return { own: [...signedOutNames(session), providerSessionName(issuer, providerSession)], user };
}

/** What ends when its user signs out: itself, and those that other windows were making at the time that it began. */
export function signedOutNames({ id, tenant, oidc }: Named): string[] {
  return [sessionName(id), ...(oidc?.signIns ?? []).map((name) => signInName(tenant, name))];
}

export const sessionName = (id: string) => `session ${id}`;
export const providerSessionName = (issuer: string, sid: string) => `sid ${issuer} ${sid}`;
/** Tenants may share the address at which sign-ins end, and with it their cookies, but no session. */
export const signInName = (tenant: string, signIn: string) => `sign-in ${signIn} ${tenant}`;
/** All sessions of a user whose provider has not told what it calls them. */
export const unnamedName = (issuer: string, subject: string) => `unnamed ${issuer} ${subject}`;
export const subjectName = (issuer: string, subject: string) => `sub ${issuer} ${subject}`;

/** What is used once. */
export const stateName = (state: string) => `state ${state}`;
export const logoutTokenName = (issuer: string, jti: string) => `jti ${issuer} ${jti}`;
