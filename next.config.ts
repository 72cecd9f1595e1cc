import { fileURLToPath } from "node:url";
import type { NextConfig } from "next";
import createNextIntlPlugin from "next-intl/plugin";
import packageJson from "./package.json";

/** `import.meta.dirname` would need a newer Node.js than the one promised. */
const root = fileURLToPath(new URL(".", import.meta.url));

const withNextIntl = createNextIntlPlugin("./lib/i18n/request.ts");

/** Of every answer; pages have a content security policy of their own (middleware.ts). */
const EVERYWHERE = [
  { key: "X-Content-Type-Options", value: "nosniff" },
  { key: "Referrer-Policy", value: "strict-origin-when-cross-origin" },
  // Codes are scanned and vehicles found by the console itself; nothing else is asked for.
  {
    key: "Permissions-Policy",
    value:
      "camera=(self), geolocation=(self), fullscreen=(self), microphone=(), payment=(), usb=(), bluetooth=(), serial=()",
  },
];

/** Two years, as browsers ask for; behind a proxy that speaks TLS alone. */
const BEHIND_TLS = [{ key: "Strict-Transport-Security", value: "max-age=63072000" }];

/** An answer of a call is data: a browser that is led to it runs and loads nothing. */
const CALL = [{ key: "Content-Security-Policy", value: "default-src 'none'; frame-ancestors 'none'" }];

/** A page that its address alone opens: nobody else is to learn of that address. */
const BY_LINK = [
  { key: "Referrer-Policy", value: "no-referrer" },
  { key: "X-Robots-Tag", value: "noindex, nofollow, noarchive" },
];

const isBuild = process.env.NODE_ENV === "production";

const config: NextConfig = {
  output: "standalone",
  // A stray lock file in a parent folder would move the inferred root.
  outputFileTracingRoot: root,
  turbopack: {
    root,
    // The browser gets its texts parsed (lib/i18n/pick-messages.ts) and needs no parser: 9 kB less on every page.
    resolveAlias: {
      "use-intl/format-message": {
        browser: "use-intl/format-message/format-only",
        default: "./lib/i18n/format-message.ts",
      },
    },
  },
  // Read at run time, so the tracer does not see them.
  outputFileTracingIncludes: { "/*": ["./messages/**/*.json"] },
  // The instant of the build tells one build from the next where the version is the same.
  env: { FROSTLINE_VERSION: packageJson.version, FROSTLINE_BUILD: isBuild ? new Date().toISOString() : "" },
  // Types are checked by `npm test`, of everything and not of the build alone.
  typescript: { ignoreBuildErrors: true },
  poweredByHeader: false,
  headers: async () => [
    { source: "/:path*", headers: EVERYWHERE },
    // Of several proxies each adds what it was reached by; the first one met the browser.
    {
      source: "/:path*",
      has: [{ type: "header", key: "x-forwarded-proto", value: "[Hh][Tt][Tt][Pp][Ss]\\s*(?:,.*)?" }],
      headers: BEHIND_TLS,
    },
    { source: "/(service|api)/:path*", headers: CALL },
    { source: "/(write|query|ping)", headers: CALL },
    { source: "/:locale/exDetail", headers: BY_LINK },
  ],
  serverExternalPackages: ["postgres", "ioredis", "pino", "svg-captcha", "@node-rs/argon2", "graphile-worker"],
};

export default withNextIntl(config);
