/**
 * The values of a secret that is being rotated, separated by commas: the first one signs and encrypts, all of them verify
 * and decrypt (docs/operating/secure.md).
 */
export function secretsOf(setting: string): [signing: string, ...earlier: string[]] {
  const [signing = "", ...earlier] = setting.split(",");
  return [signing, ...earlier];
}

/** Whether each value of a secret fits a rule. */
export const eachSecret = (isValid: (secret: string) => boolean) => (setting: string) =>
  secretsOf(setting).every(isValid);
