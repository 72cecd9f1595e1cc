import { fileURLToPath } from "node:url";
import type { NextConfig } from "next";
import createNextIntlPlugin from "next-intl/plugin";
import packageJson from "./package.json";

/** `import.meta.dirname` needs a newer Node.js than the supported minimum. */
const root = fileURLToPath(new URL(".", import.meta.url));

const withNextIntl = createNextIntlPlugin("./lib/i18n/request.ts");

/** Headers of every response; pages also have a content security policy (middleware.ts). */
const EVERYWHERE = [
  { key: "X-Content-Type-Options", value: "nosniff" },
  { key: "Referrer-Policy", value: "strict-origin-when-cross-origin" },
  // The console itself uses the camera for codes and the position for vehicles; nothing else is requested.
  {
    key: "Permissions-Policy",
    value:
      "camera=(self), geolocation=(self), fullscreen=(self), microphone=(), payment=(), usb=(), bluetooth=(), serial=()",
  },
];

/** Two years, as browsers recommend; only behind a proxy that serves TLS. */
const BEHIND_TLS = [{ key: "Strict-Transport-Security", value: "max-age=63072000" }];

/** The response of a call is data: a browser that opens it must neither run nor load anything. */
const CALL = [{ key: "Content-Security-Policy", value: "default-src 'none'; frame-ancestors 'none'" }];

/** A page that the link alone authorises: the address must not leak. */
const BY_LINK = [
  { key: "Referrer-Policy", value: "no-referrer" },
  { key: "X-Robots-Tag", value: "noindex, nofollow, noarchive" },
];

const isBuild = process.env.NODE_ENV === "production";

const config: NextConfig = {
  output: "standalone",
  // A lock file in a parent folder would change the inferred root.
  outputFileTracingRoot: root,
  turbopack: {
    root,
    // The browser receives parsed messages (lib/i18n/pick-messages.ts) and needs no parser: 9 kB less on every page.
    resolveAlias: {
      "use-intl/format-message": {
        browser: "use-intl/format-message/format-only",
        default: "./lib/i18n/format-message.ts",
      },
    },
  },
  // A fresh clone builds once: writing the cache (620 MB) would take a third of that build.
  experimental: { turbopackFileSystemCacheForBuild: false },
  // Read at run time, so the tracer does not detect them.
  outputFileTracingIncludes: { "/*": ["./messages/**/*.json", "./lib/pdf/fonts/*.ttf"] },
  // The build time distinguishes builds of the same version.
  env: { FROSTLINE_VERSION: packageJson.version, FROSTLINE_BUILD: isBuild ? new Date().toISOString() : "" },
  // `npm test` checks the types of all files, not only those of the build.
  typescript: { ignoreBuildErrors: true },
  poweredByHeader: false,
  headers: async () => [
    { source: "/:path*", headers: EVERYWHERE },
    // Each of several proxies appends its own protocol; the first entry is that of the browser.
    {
      source: "/:path*",
      has: [{ type: "header", key: "x-forwarded-proto", value: "[Hh][Tt][Tt][Pp][Ss]\\s*(?:,.*)?" }],
      headers: BEHIND_TLS,
    },
    { source: "/(service|api)/:path*", headers: CALL },
    { source: "/(write|query|ping)", headers: CALL },
    { source: "/:locale/exDetail", headers: BY_LINK },
    { source: "/:locale/reportCheck", headers: BY_LINK },
    // Also without the locale, from where a QR code is redirected.
    { source: "/:path*/(queryCode|kiosk|handOver)", headers: BY_LINK },
  ],
  serverExternalPackages: [
    "postgres",
    "ioredis",
    "pino",
    "svg-captcha",
    "@node-rs/argon2",
    "graphile-worker",
    "pdfkit",
    "svg-to-pdfkit",
    "fontkit",
  ],
};

export default withNextIntl(config);
