import { fileURLToPath } from "node:url";
import type { NextConfig } from "next";
import createNextIntlPlugin from "next-intl/plugin";
import packageJson from "./package.json";

/** `import.meta.dirname` would need a newer Node.js than the one promised. */
const root = fileURLToPath(new URL(".", import.meta.url));

const withNextIntl = createNextIntlPlugin("./lib/i18n/request.ts");

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
  // scripts/product/page-writer.mjs does.
  compress: false,
  headers: async () => [{ source: "/:locale/exDetail", headers: BY_LINK }],
  serverExternalPackages: ["postgres", "ioredis", "pino", "svg-captcha", "@node-rs/argon2", "graphile-worker"],
};

export default withNextIntl(config);
