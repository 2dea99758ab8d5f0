import type { NextConfig } from "next";

const development = process.env.NODE_ENV === "development";

// One build serves every base path (CF-01): `next build` writes a placeholder, which scripts/web.mjs replaces
// at start in a copy of the output. Next's own `basePath` is fixed at build time and will not do.
const assetPrefix = development ? (process.env.BASE_PATH ?? "").replace(/\/+$/, "") : "/__ASSET_BASE__";

const securityHeaders = [
  { key: "X-Content-Type-Options", value: "nosniff" },
  { key: "Referrer-Policy", value: "same-origin" },
  { key: "Cross-Origin-Opener-Policy", value: "same-origin" },
  { key: "Cross-Origin-Resource-Policy", value: "same-origin" },
  { key: "X-Frame-Options", value: "DENY" },
  { key: "Permissions-Policy", value: "camera=(), microphone=(), geolocation=(), browsing-topics=()" },
];

const config: NextConfig = {
  output: "standalone",
  assetPrefix: assetPrefix || undefined,
  poweredByHeader: false,
  // Answers of the BFF pass as they are; pages are small, and a balancer compresses better.
  compress: true,
  devIndicators: false,
  reactStrictMode: true,
  headers: async () => [{ source: "/:path*", headers: securityHeaders }],
  rewrites: async () => ({
    beforeFiles: [
      { source: "/:base*/_next/:path+", destination: "/_next/:path+" },
      { source: "/:prefix*/api/:path*", destination: "/api/:path*" },
    ],
    afterFiles: [],
    fallback: [],
  }),
};

export default config;
