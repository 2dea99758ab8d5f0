// A process of its own in which pictures are decoded (thumbnails.ts): it has no settings, no database and no network, and is killed
// when a picture takes too long. Plain JavaScript, so that it runs as it is, from the sources as from the build.
import { setPriority } from "node:os";
import sharp from "sharp";

// Others are served first.
setPriority(5);
// One picture needs little. Nothing but what the check knows is read, whatever it looks like to libvips.
sharp.concurrency(1);
sharp.cache(false);
sharp.block({ operation: ["VipsForeignLoad"] });
sharp.unblock({ operation: ["VipsForeignLoadJpegBuffer", "VipsForeignLoadPngBuffer"] });

const [memoryLimit = 0, pixelLimit = 0] = process.argv.slice(2).map(Number);

// The decoder works on threads, so that this one can look at what it takes: no setting of libvips limits that.
setInterval(() => {
  if (process.memoryUsage.rss() > memoryLimit) end();
}, 20);

// Not by exit, which would wait for the decoder.
function end() {
  process.kill(process.pid, "SIGKILL");
}

process.on("disconnect", end);
// A terminal's Ctrl-C reaches this process too; whoever started it ends it once the requests in flight are answered.
for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => {});

/** @param {{ bytes: Uint8Array, side: number, isWhole?: boolean }} job */
async function thumbnail({ bytes, side, isWhole }) {
  const image = sharp(bytes, { limitInputPixels: pixelLimit, failOn: "error", sequentialRead: true });
  const { width, height } = await image.metadata();
  if (isWhole)
    return image
      .autoOrient()
      .resize(side, side, { fit: "inside", withoutEnlargement: true })
      .webp({ quality: 82 })
      .toBuffer();
  const edge = Math.min(side, width, height);
  return image.autoOrient().resize(edge, edge, { fit: "cover" }).webp({ quality: 82 }).toBuffer();
}

process.on("message", (/** @type {{ bytes: Uint8Array, side: number, isWhole?: boolean }} */ job) => {
  thumbnail(job).then(
    (made) => process.send?.({ made }),
    (/** @type {Error} */ error) => process.send?.({ fault: error.message }),
  );
});
process.send?.({ ready: true });
