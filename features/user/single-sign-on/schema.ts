import { z } from "zod";
import { recordId, verbatimText } from "@/lib/validation/fields";

/** The claims of a person from ID token and userinfo (OpenID Connect Core 1.0, section 5.1). */
export const Claims = z.record(z.string(), z.unknown());
export type Claims = z.output<typeof Claims>;

/** The provider's data about a login. Only next-auth calls with it, after it has verified the provider's answer. */
export const ProviderLogin = z.strictObject({
  /** The provider's id of the person, at most 255 characters (OpenID Connect). */
  subject: verbatimText(255).min(1),
  claims: Claims,
});

/** A person's first login, with the customer and role of the new account. */
export const Provisioning = ProviderLogin.extend({ customerId: recordId(), roleId: recordId() });

/** A later login, with the account to update and its role. */
export const Following = z.strictObject({ id: recordId(), roleId: recordId(), claims: Claims });
