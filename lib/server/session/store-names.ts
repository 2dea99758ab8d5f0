interface Named {
  id: string;
  tenant: string;
  oidc?: { issuer: string; subject: string; providerSession?: string; signIns?: readonly string[] };
}

/** Names under which a session can be ended: its own, its provider session's, and its user's at the provider. */
export function endableNames(session: Named): { own: string[]; user: string[] } {
  const { id, oidc } = session;
  if (!oidc) return { own: [sessionName(id)], user: [] };
  const { issuer, subject, providerSession } = oidc;
  const user = [subjectName(issuer, subject)];
  if (providerSession === undefined)
    return { own: signedOutNames(session), user: [...user, unnamedName(issuer, subject)] };
  return { own: [...signedOutNames(session), providerSessionName(issuer, providerSession)], user };
}

/** Names that end when the user signs out: the session, and sign-ins pending in other windows when it began. */
export function signedOutNames({ id, tenant, oidc }: Named): string[] {
  return [sessionName(id), ...(oidc?.signIns ?? []).map((name) => signInName(tenant, name))];
}

export const sessionName = (id: string) => `session ${id}`;
export const providerSessionName = (issuer: string, sid: string) => `sid ${issuer} ${sid}`;
/** Includes the tenant: tenants may share the callback address and its cookies, but no session. */
export const signInName = (tenant: string, signIn: string) => `sign-in ${signIn} ${tenant}`;
/** All sessions of a user without a known provider session id. */
export const unnamedName = (issuer: string, subject: string) => `unnamed ${issuer} ${subject}`;
export const subjectName = (issuer: string, subject: string) => `sub ${issuer} ${subject}`;

/** Names that can be used once. */
export const stateName = (state: string) => `state ${state}`;
export const logoutTokenName = (issuer: string, jti: string) => `jti ${issuer} ${jti}`;
