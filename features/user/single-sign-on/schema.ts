import { z } from "zod";
import { recordId, verbatimText } from "@/lib/validation/fields";

/** The claims of a person, as ID token and userinfo have them (OpenID Connect Core 1.0, section 5.1). */
export const Claims = z.record(z.string(), z.unknown());
export type Claims = z.output<typeof Claims>;

/** What the provider says of who logs in; only next-auth calls with it, after it has checked the provider's answer. */
export const ProviderLogin = z.strictObject({
  /** The provider's own id of the person, at most 255 characters by OpenID Connect. */
  subject: verbatimText(255).min(1),
  claims: Claims,
});

/** The first login of a person: where the account belongs. */
export const Provisioning = ProviderLogin.extend({ customerId: recordId(), roleId: recordId() });

/** A later login: which account follows the provider, and in which role. */
export const Following = z.strictObject({ id: recordId(), roleId: recordId(), claims: Claims });
