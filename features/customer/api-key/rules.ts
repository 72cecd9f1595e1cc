import { entryOf, grantableToKeys, type Permission } from "@/lib/auth/permissions";
import { AppError, type Issue } from "@/lib/errors";
import type { ApiKeyState } from "./schema";

type Life = { expiresAt: Date | null; revokedAt: Date | null };

/** The present state of a key. */
export function stateOf({ expiresAt, revokedAt }: Life, now: Date): ApiKeyState {
  if (revokedAt) return "revoked";
  return expiresAt && expiresAt <= now ? "expired" : "active";
}

/** The codes that a user may grant to a key: their own, except those that require a person or span customers. */
export const givenToKeys = (held: ReadonlySet<Permission> | "all"): Permission[] =>
  grantableToKeys().filter((code) => !entryOf(code).isFamily && (held === "all" || held.has(code)));

/** Throws INVALID for each code that the creator may not grant or no key can have, and for an expiry in the past. */
export function assertMayMake(
  { codes, expiresAt }: { codes: readonly Permission[]; expiresAt: Date | null },
  held: ReadonlySet<Permission> | "all",
  now: Date,
): void {
  const possible = new Set(grantableToKeys());
  const issues: Issue[] = [];
  for (const code of codes) {
    if (held !== "all" && !held.has(code))
      issues.push({ path: `codes.${code}`, rule: "notHeld", message: `${code} is not yours to give` });
    else if (!possible.has(code))
      issues.push({ path: `codes.${code}`, rule: "keyCode", message: `${code} is not for API keys` });
  }
  if (expiresAt && expiresAt <= now)
    issues.push({ path: "expiresAt", rule: "future", message: "must lie in the future" });
  if (issues.length === 0) return;
  const text = issues.map(({ path, message }) => `${path}: ${message}`).join("; ");
  throw new AppError("INVALID", text, { issues });
}

/** Whether a user may revoke the key: they must have all its codes, as with accounts. */
export const mayRevoke = (codes: readonly Permission[], held: ReadonlySet<Permission> | "all"): boolean =>
  held === "all" || codes.every((code) => held.has(code));

/** Throws FORBIDDEN if the key has codes that the revoker lacks. */
export function assertMayRevoke(
  { id, codes }: { id: number; codes: readonly Permission[] },
  held: ReadonlySet<Permission> | "all",
): void {
  if (mayRevoke(codes, held)) return;
  const message = `key ${id} holds more than the own account`;
  throw new AppError("FORBIDDEN", message, { issues: [{ path: "id", rule: "higherKey", message }] });
}

/** Throws CONFLICT if the customer of a new key is cancelled, because the key would not work. */
export function assertActive(status: "active" | "cancelled"): void {
  if (status === "active") return;
  const issue = { path: "customerId", rule: "customerCancelled", message: "the customer is cancelled" };
  throw new AppError("CONFLICT", `customerId: ${issue.message}`, { issues: [issue] });
}
