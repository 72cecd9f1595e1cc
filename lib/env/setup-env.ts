import { z } from "zod";

const SetupEnvironment = z.object({
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }),
  SEED: z.enum(["demo", "none"]).default("none"),
  ADMIN_PASSWORD: z.string().min(6).max(128).optional(),
  AUTH_SECRET: z.string().min(16),
});

/**
 * The environment of the migration and the seeds. An empty string counts as unset. Throws an error that names every
 * invalid variable.
 */
export function setupEnv(): z.output<typeof SetupEnvironment> {
  const set = Object.fromEntries(Object.entries(process.env).filter(([, value]) => value !== ""));
  const result = SetupEnvironment.safeParse(set);
  if (result.success) return result.data;
  const rules = result.error.issues.map((issue) => `${issue.path.join(".")}: ${issue.message}`);
  throw new Error(`environment: ${rules.join("; ")}`);
}
