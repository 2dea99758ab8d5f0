/** Names the build that this code is of; empty under `next dev` and in tests, which have none. */
export const buildId: string = process.env.HUB_BUILD_ID ?? "";

/** On every answer but the files of a build, which browsers keep for longer than it is served. */
export const buildIdHeader = "x-build-id";
