// An S3-compatible server in a separate process: s3rver, with missing behaviour of Amazon's added.
import { createHash } from "node:crypto";
import { createWriteStream } from "node:fs";
import { mkdir, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { pipeline } from "node:stream/promises";
import S3rver from "s3rver";

/** @typedef {import("s3rver").Context} Context */
/** @typedef {import("s3rver").Next} Next */

const [directory = "", bucket = ""] = process.argv.slice(2);
const server = new S3rver({
  port: 0,
  address: "127.0.0.1",
  silent: true,
  directory,
  configureBuckets: [{ name: bucket, configs: [] }],
});
const { store } = server;
const uploads = store.getResourcePath(bucket, undefined, "uploads");

/** @type {{ method: string, way: string }[]} */
let faults = [];
process.on("message", (message) => {
  faults = /** @type {typeof faults} */ (message);
  process.send?.("set");
});
process.on("disconnect", () => process.exit());

// It treats an end of 0 as none.
const getObject = store.getObject.bind(store);
store.getObject = (from, key, options) =>
  getObject(from, key, options && { ...options, end: options.end === 0 ? Object(0) : options.end });

/**
 * Resolves once all is written to the file; s3rver responds as soon as it has read all, possibly before the file
 * exists.
 * @param {AsyncIterable<Buffer>} content @param {string} path
 */
async function written(content, path) {
  const sum = createHash("md5");
  let size = 0;
  await mkdir(dirname(path), { recursive: true });
  await pipeline(
    content,
    async function* (/** @type {AsyncIterable<Buffer>} */ source) {
      for await (const chunk of source) {
        sum.update(chunk);
        size += chunk.length;
        yield chunk;
      }
    },
    createWriteStream(path),
  );
  return { size, md5: sum.digest("hex") };
}
store.putObject = async ({ bucket: into, key, content, metadata }) => {
  const stored = await written(content, store.getResourcePath(into, key, "object"));
  await store.putMetadata(into, key, metadata, stored.md5);
  return stored;
};
store.putPart = async (_, uploadId, partNumber, content) => {
  const path = join(uploads, uploadId, String(partNumber));
  const stored = await written(content, path);
  await writeFile(`${path}.md5`, stored.md5);
  return stored;
};

/** @param {Context} ctx @param {number} status @param {string} body */
const xml = (ctx, status, body) => {
  ctx.status = status;
  ctx.type = "application/xml";
  ctx.body = `<?xml version="1.0" encoding="UTF-8"?>\n${body}`;
};
/** @param {Context} ctx @param {number} status @param {string} code */
const refuse = (ctx, status, code) => xml(ctx, status, `<Error><Code>${code}</Code></Error>`);

/** @param {Context} ctx @param {Next} next */
async function beginFault(ctx, next) {
  const way = faults.find(({ method }) => method === ctx.method)?.way;
  if (!way || way === "garbles") return next();
  const [status, code] = way.split(" ");
  if (status && code) return refuse(ctx, Number(status), code);
  ctx.respond = false;
  if (way === "stalls") {
    ctx.res.writeHead(200, { "content-length": "1000" });
    ctx.res.write("begun");
  }
}

/** Refuses and discards content that does not match its checksum. @param {Context} ctx @param {Next} next */
async function compareSums(ctx, next) {
  await next();
  const said = ctx.headers["content-md5"];
  if (ctx.method !== "PUT" || !said || ctx.status >= 300) return;
  const isGarbled = faults.some(({ way }) => way === "garbles");
  const stored = Buffer.from(ctx.etag.replaceAll('"', ""), "hex").toString("base64");
  if (said === stored && !isGarbled) return;
  const key = decodeURIComponent(ctx.path).slice(`/${bucket}/`.length);
  if (!ctx.query.uploadId) await store.deleteObject(bucket, key);
  ctx.remove("etag");
  refuse(ctx, 400, "BadDigest");
}

let lastWrite = Promise.resolve();

/** Runs conditional writes sequentially. @param {Context} ctx @param {Next} next */
async function enforceConditions(ctx, next) {
  if (ctx.method === "GET" || ctx.headers["if-none-match"] !== "*") return next();
  const key = decodeURIComponent(ctx.path).slice(`/${bucket}/`.length);
  const write = lastWrite.then(async () => {
    if (await store.existsObject(bucket, key)) refuse(ctx, 412, "PreconditionFailed");
    else await next();
  });
  lastWrite = write.catch(() => {});
  return write;
}

/** Multipart uploads can be listed and aborted. @param {Context} ctx @param {Next} next */
async function manageUploads(ctx, next) {
  if (ctx.method === "DELETE" && ctx.query.uploadId) {
    await rm(join(uploads, ctx.query.uploadId), { recursive: true, force: true });
    ctx.status = 204;
    return;
  }
  if (ctx.method !== "GET" || ctx.query.uploads === undefined) return next();
  const found = await Promise.all(
    (await readdir(uploads).catch(() => [])).map(async (id) => {
      const path = join(uploads, id, "key");
      const [key, { mtime }] = [await readFile(path, "utf8"), await stat(path)];
      return `<Upload><Key>${key}</Key><UploadId>${id}</UploadId><Initiated>${mtime.toISOString()}</Initiated></Upload>`;
    }),
  );
  const rest = "<IsTruncated>false</IsTruncated>";
  xml(ctx, 200, `<ListMultipartUploadsResult>${found.join("")}${rest}</ListMultipartUploadsResult>`);
}

server.middleware.unshift(beginFault, enforceConditions, compareSums, manageUploads);
const { port } = await server.run();
process.send?.(port);
