/** Sends to the sign-in page, which comes back to the present address. A dialog over the workspace can take its place here. */
export function createSignInAgain(prefix: string): () => Promise<void> {
  let leaving: Promise<void> | undefined;
  return () => {
    leaving ??= new Promise(() => {
      const callbackUrl = location.pathname + location.search;
      location.assign(`${prefix}/login?${new URLSearchParams({ callbackUrl })}`);
    });
    return leaving;
  };
}
