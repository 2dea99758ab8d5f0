import { errors, type JWTVerifyGetKey, type JWTVerifyOptions, type JWTVerifyResult, jwtVerify } from "jose";

/**
 * As `jwtVerify`, also for a token that does not name its key, by trying each key of the provider.
 * @throws {errors.JOSEError}
 */
export async function verifyByKeys(
  token: string,
  keys: JWTVerifyGetKey,
  options: JWTVerifyOptions,
): Promise<JWTVerifyResult> {
  try {
    return await jwtVerify(token, keys, options);
  } catch (error) {
    if (!(error instanceof errors.JWKSMultipleMatchingKeys)) throw error;
    for await (const key of error) {
      try {
        return await jwtVerify(token, key, options);
      } catch (refusal) {
        if (!(refusal instanceof errors.JWSSignatureVerificationFailed)) throw refusal;
      }
    }
    throw new errors.JWSSignatureVerificationFailed();
  }
}
