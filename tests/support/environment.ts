/** Variables that lead to outside or operator services, which tests must never use. */
const OUTWARD = [
  "DATABASE_URL",
  "REDIS_URL",
  "MQTT_URL",
  "SMTP_URL",
  "SMTP_FROM",
  "SMS_WEBHOOK_URL",
  "VOICE_WEBHOOK_URL",
  "SMS_WEBHOOK_BODY",
  "VOICE_WEBHOOK_BODY",
  "LEGACY_API_URL",
  "LEGACY_PATHS",
  "PUBLIC_URL",
  "MAP_STYLE_URL",
  "FILES_URL",
  "SIGNING_KEY_FILE",
  "CRON_SECRET",
  "OIDC_ISSUER",
  "OIDC_CLIENT_ID",
  "OIDC_CLIENT_SECRET",
  "OIDC_CUSTOMER",
  "OIDC_CUSTOMER_CLAIM",
  "OIDC_CUSTOMER_MAP",
  "OIDC_ROLE_MAP",
  "ADMIN_PASSWORD",
  "AUTH_SECRET",
];

type Environment = Record<string, string> & { NODE_ENV: NodeJS.ProcessEnv["NODE_ENV"] };

/** The caller's environment without any variable that could reach beyond this test run; empty counts as unset. */
export function isolatedEnvironment(overrides: Record<string, string> = {}): Environment {
  const inherited = Object.entries(process.env).filter((entry): entry is [string, string] => entry[1] !== undefined);
  const blank = OUTWARD.map((name) => [name, ""]);
  return { ...Object.fromEntries(inherited), ...Object.fromEntries(blank), ...overrides, NODE_ENV: "production" };
}

export const TEST_PASSWORD = "Frost2026";

/** What the code under test in this process reads through lib/env. */
export const TEST_ENVIRONMENT = {
  // The same in every process, because one process seeds a template that another serves.
  AUTH_SECRET: "a secret that signs nothing but the sessions of tests",
  LOGIN_CAPTCHA: "off",
  LOG_LEVEL: "silent",
};
