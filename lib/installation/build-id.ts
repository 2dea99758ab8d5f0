/** Identifies the build of this code; empty under `next dev` and in tests. */
export const buildId: string = process.env.HUB_BUILD_ID ?? "";

/** Sent with every response except build files, which browsers cache longer than the build is served. */
export const buildIdHeader = "x-build-id";
