/** The location of our files in an S3-compatible store. */
export interface S3Settings {
  bucket: string;
  /** Prefix of every key: empty, or words with slashes, ending in a slash. */
  prefix: string;
  region: string;
  /** For stores other than Amazon's. */
  endpoint?: string;
}

/** Other servers accept any region, and most use this name. */
const usualRegion = "us-east-1";

/**
 * Parses `s3://bucket/prefix?region=…&endpoint=…`. Only Amazon requires a region.
 * @returns undefined for another kind of URL
 */
export function parseS3Url(text: string): S3Settings | undefined {
  if (!URL.canParse(text)) return undefined;
  const {
    protocol,
    hostname: bucket,
    host,
    username,
    password,
    pathname,
    searchParams,
    hash,
  } = new URL(text);
  const { region, endpoint, ...others } = Object.fromEntries(searchParams);
  if (protocol !== "s3:" || host !== bucket || username || password || hash) return undefined;
  if (!/^[\w.-]{3,63}$/.test(bucket) || Object.keys(others).length > 0) return undefined;
  const folder = pathname.replace(/^\/|\/$/g, "");
  if (!/^(?:[\w-]+(?:\/[\w-]+)*)?$/.test(folder)) return undefined;
  if (endpoint === undefined ? !region : !isEndpoint(endpoint)) return undefined;
  if (region !== undefined && !/^[a-z0-9-]+$/.test(region)) return undefined;
  return { bucket, prefix: folder && `${folder}/`, region: region ?? usualRegion, endpoint };
}

function isEndpoint(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, username, search, hash } = new URL(text);
  return /^https?:$/.test(protocol) && !username && !search && !hash;
}
