/**
 * What an identity provider may sign its tokens with, for web and API alike (RFC 7518, RFC 8037): a private key alone.
 * With a shared secret, or none, anybody who knows what is public could sign.
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

/** Seconds that the clocks of a provider and of those who check its tokens may differ. */
export const clockSkew = 60;
