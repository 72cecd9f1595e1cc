import { AppError } from "@/lib/errors";
import type { Principal } from "./principal";

/**
 * Throws PASSWORD_CHANGE_REQUIRED or FORBIDDEN if the account must change its password or set up a second factor before
 * anything else; used here and by the legacy API.
 */
export function assertNotRestricted(account: Pick<Principal, "mustChangePassword" | "mustSetUpSecondFactor">): void {
  if (account.mustChangePassword) throw new AppError("PASSWORD_CHANGE_REQUIRED", "change the password first");
  if (account.mustSetUpSecondFactor) throw new AppError("FORBIDDEN", "set up the second factor first");
}
