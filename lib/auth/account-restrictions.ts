import { AppError } from "@/lib/errors";
import type { Principal } from "./principal";

/**
 * Throws PASSWORD_CHANGE_REQUIRED or FORBIDDEN while an account has to do something about itself before it may do
 * anything else, here or at the older API.
 */
export function assertNotRestricted(account: Pick<Principal, "mustChangePassword" | "mustSetUpSecondFactor">): void {
  if (account.mustChangePassword) throw new AppError("PASSWORD_CHANGE_REQUIRED", "change the password first");
  if (account.mustSetUpSecondFactor) throw new AppError("FORBIDDEN", "set up the second factor first");
}
