/** The names under which a session can be ended: its own and the provider's session's, and its user's at the provider. */
export function namesOf(session: {
  id: string;
  oidc?: { issuer: string; subject: string; providerSession?: string };
}): { own: string[]; user: string[] } {
  const { id, oidc } = session;
  if (!oidc) return { own: [sessionName(id)], user: [] };
  const { issuer, subject, providerSession } = oidc;
  const user = [subjectName(issuer, subject)];
  if (providerSession === undefined)
    return { own: [sessionName(id)], user: [...user, unnamedName(issuer, subject)] };
  return { own: [sessionName(id), providerSessionName(issuer, providerSession)], user };
}

export const sessionName = (id: string) => `session ${id}`;
export const providerSessionName = (issuer: string, sid: string) => `sid ${issuer} ${sid}`;
/** All sessions of a user whose provider has not told what it calls them. */
export const unnamedName = (issuer: string, subject: string) => `unnamed ${issuer} ${subject}`;
export const subjectName = (issuer: string, subject: string) => `sub ${issuer} ${subject}`;

/** What is used once. */
export const stateName = (state: string) => `state ${state}`;
export const logoutTokenName = (issuer: string, jti: string) => `jti ${issuer} ${jti}`;
