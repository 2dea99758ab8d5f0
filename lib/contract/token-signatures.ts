/**
 * Accepted signature algorithms of an identity provider, for web and API alike (RFC 7518, RFC 8037): asymmetric ones only.
 * With a shared or no secret, anyone could sign.
 */
export const tokenAlgorithms = [
  "RS256",
  "RS384",
  "RS512",
  "PS256",
  "PS384",
  "PS512",
  "ES256",
  "ES384",
  "ES512",
  "EdDSA",
  "Ed25519",
];

/** Accepted clock skew between a provider and the servers that verify its tokens, in seconds. */
export const clockSkew = 60;
