import "server-only";
import { randomUUID } from "node:crypto";
import { type Scope, systemScope } from "@/lib/auth/scope";
import { DEFAULT_LOCALE } from "@/lib/i18n/routing";
import type { OperationContext } from "@/lib/operation/context";
import type { JobContext } from "./define-job";

/** The context in which job `name` calls operations and writes audit rows. Its scope is unrestricted, or `scope`. */
export const operationContext = (
  name: string,
  { db, now }: Pick<JobContext, "db" | "now">,
  scope: Scope = systemScope(),
): OperationContext => ({
  actor: { type: "system", job: name },
  scope,
  db,
  requestId: randomUUID(),
  address: "",
  userAgent: "",
  locale: DEFAULT_LOCALE,
  now,
});
