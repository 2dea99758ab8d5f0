/** Types for the parts of s3rver that s3-process.mjs uses. */
declare module "s3rver" {
  export interface Context {
    method: string;
    path: string;
    query: Record<string, string | undefined>;
    headers: Record<string, string | undefined>;
    status: number;
    type: string;
    body: unknown;
    respond: boolean;
    etag: string;
    remove(header: string): void;
    res: import("node:http").ServerResponse;
  }
  export type Next = () => Promise<unknown>;
  interface ReadOptions {
    start?: number;
    end?: number;
  }
  interface S3Object {
    bucket: string;
    key: string;
    content: AsyncIterable<Buffer>;
    metadata: object;
  }
  interface Stored {
    size: number;
    md5: string;
  }
  export default class S3rver {
    constructor(options: object);
    middleware: ((context: Context, next: Next) => unknown)[];
    store: {
      getResourcePath(bucket: string, key: string | undefined, resource: string): string;
      existsObject(bucket: string, key: string): Promise<boolean>;
      deleteObject(bucket: string, key: string): Promise<unknown>;
      putObject(object: S3Object): Promise<Stored>;
      putPart(
        bucket: string,
        uploadId: string,
        partNumber: number,
        content: AsyncIterable<Buffer>,
      ): Promise<Stored>;
      putMetadata(bucket: string, key: string, metadata: object, md5: string): Promise<unknown>;
      getObject(bucket: string, key: string, options?: ReadOptions): Promise<unknown>;
    };
    run(): Promise<import("node:net").AddressInfo>;
  }
}
