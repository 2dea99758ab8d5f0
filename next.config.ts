import type { NextConfig } from "next";

const development = process.env.NODE_ENV === "development";

// One build serves every base path (CF-01): `next build` writes a placeholder, which scripts/lib/build-web.mjs removes
// and scripts/lib/web-copy.mjs replaces at start, in a copy. Next's own `basePath` is fixed at build time and will not do.
const assetPrefix = development ? (process.env.BASE_PATH ?? "").replace(/\/+$/, "") : "/__ASSET_BASE__";

// Of the content of the sources (scripts/lib/build.mjs), so that processes built apart from the same ones agree.
const buildId = process.env.HUB_BUILD_ID;

const config: NextConfig = {
  generateBuildId: () => buildId ?? null,
  // Written into the code, for lib/installation/build-id.ts.
  env: { HUB_BUILD_ID: buildId ?? "" },
  output: "standalone",
  assetPrefix: assetPrefix || undefined,
  turbopack: {
    // Messages come compiled (lib/i18n/compiled-messages.ts): this puts them together without a parser.
    resolveAlias: { "use-intl/format-message": "use-intl/format-message/format-only" },
    rules: {
      // By its address, for the layout to ask for at once.
      "**/inter-latin.woff2": { condition: { not: "browser" }, type: "asset" },
      "**/lib/contract/index.ts": {
        condition: "browser",
        loaders: ["./scripts/lib/browser-contract.cjs"],
        as: "*.js",
      },
    },
  },
  // A page asks for a few large files rather than for two dozen small ones (docs/decisions/0014). Sizes are in bytes of code
  // before it is made small, five times what is sent.
  experimental: {
    // Neither is read by a start: docs/decisions/0003.
    turbopackFileSystemCacheForBuild: false,
    isrFlushToDisk: false,
    turbopackSourceMaps: development,
    turbopackChunking: {
      firstPageLoadPriority: 1,
      requestCost: 3_000_000,
      minChunkSize: 2_000_000,
      maxMergeChunkSize: 10_000_000,
    },
  },
  // For a recording of a page that names sources (bench/lib/recording.mjs); they are the whole code.
  productionBrowserSourceMaps: process.env.HUB_SOURCE_MAPS === "1",
  poweredByHeader: false,
  // Pictures are the API's, which makes their sizes; nothing is fetched and made smaller on behalf of whoever asks.
  // A cache of them would be written beside the build, which is only read (docs/decisions/0115).
  images: { unoptimized: true, maximumDiskCacheSize: 0 },
  outputFileTracingExcludes: { "*": ["node_modules/sharp/**", "node_modules/@img/**"] },
  devIndicators: false,
  reactStrictMode: true,
  // `npm run check` checks the types of everything, tests too; a start on a fresh clone need not.
  typescript: { ignoreBuildErrors: true },
  // `/admin` and `/admin/` are both served (CF-01); the middleware decides about addresses. Base path and tenant are taken off
  // those of files and handlers, and headers put on, before Next is asked (lib/server/bff/before-next.ts): once, not for each rule.
  skipTrailingSlashRedirect: true,
};

export default config;
