const names: Readonly<Record<string, string>> = { microsoft: "Microsoft", google: "Google", apple: "Apple" };

/** What a provider is called by the people who use it. */
export function providerName(identityProvider: string): string {
  return names[identityProvider.toLowerCase()] ?? identityProvider;
}
