import manifest from "../../package.json";

/** The version of this front end, as the About dialog shows it. */
export const version: string = manifest.version;
