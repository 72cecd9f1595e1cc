import { z } from "zod";

const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;

/** The issuer exactly as in the provider's tokens. Plain HTTP only on localhost: tokens and the secret are sent. */
const issuer = z.url({ protocol: /^https?$/, error: "must be an https address" }).superRefine((text, context) => {
  if (!URL.canParse(text)) return;
  const { protocol, hostname, username, password, search, hash } = new URL(text);
  if (protocol !== "https:" && !LOOPBACK.test(hostname))
    context.addIssue({ code: "custom", message: "must be an https address" });
  if ([username, password, search, hash].some((part) => part !== ""))
    context.addIssue({ code: "custom", message: "must have no password, query or fragment" });
});

/** A JSON object that maps claim values to our names, in the order of its keys. */
const claimMap = z.string().transform((text, context): ReadonlyMap<string, string> => {
  const parsed = Mapping.safeParse(parse(text));
  if (parsed.success) return new Map(Object.entries(parsed.data));
  context.addIssue({ code: "custom", message: 'must be a JSON object of texts: {"value of the claim":"name"}' });
  return z.NEVER;
});
const Mapping = z.record(z.string().min(1), z.string().trim().min(1)).refine((map) => Object.keys(map).length > 0);

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The variables of single sign-on; `checkSingleSignOn` validates their combination. */
export const SINGLE_SIGN_ON_VARIABLES = {
  OIDC_ISSUER: issuer.optional(),
  OIDC_CLIENT_ID: z.string().optional(),
  OIDC_CLIENT_SECRET: z.string().optional(),
  OIDC_SCOPE: z
    .string()
    .refine((scope) => scope.split(/\s+/).includes("openid"), "must contain openid")
    .default("openid profile email"),
  /** Name of the provider on the login button. */
  OIDC_LABEL: z.string().trim().min(1).max(40).default("SSO"),
  /** The code of the customer of all accounts, or else the claim that names it and its value mapping. */
  OIDC_CUSTOMER: z.string().trim().min(1).optional(),
  OIDC_CUSTOMER_CLAIM: z.string().trim().min(1).optional(),
  OIDC_CUSTOMER_MAP: claimMap.optional(),
  OIDC_ROLE_CLAIM: z.string().trim().min(1).default("groups"),
  OIDC_ROLE_MAP: claimMap.optional(),
};

type Variables = z.output<z.ZodObject<typeof SINGLE_SIGN_ON_VARIABLES>>;

const NEEDED = ["OIDC_CLIENT_ID", "OIDC_CLIENT_SECRET", "OIDC_ROLE_MAP"] as const;
const CUSTOMER = ["OIDC_CUSTOMER", "OIDC_CUSTOMER_CLAIM", "OIDC_CUSTOMER_MAP"] as const;

/** Reports each variable of single sign-on that is missing for, or inconsistent with, the others. */
export function checkSingleSignOn(variables: Variables, context: z.RefinementCtx): void {
  const add = (name: string, message: string) => context.addIssue({ code: "custom", path: [name], message });
  const isSet = (name: keyof Variables) => variables[name] !== undefined;
  if (!isSet("OIDC_ISSUER")) {
    for (const name of [...NEEDED, ...CUSTOMER]) if (isSet(name)) add(name, "needs OIDC_ISSUER");
    return;
  }
  for (const name of NEEDED) if (!isSet(name)) add(name, "is needed with OIDC_ISSUER");
  const hasClaim = isSet("OIDC_CUSTOMER_CLAIM");
  if (hasClaim !== isSet("OIDC_CUSTOMER_MAP"))
    add(
      hasClaim ? "OIDC_CUSTOMER_MAP" : "OIDC_CUSTOMER_CLAIM",
      "OIDC_CUSTOMER_CLAIM and OIDC_CUSTOMER_MAP go together",
    );
  else if (hasClaim === isSet("OIDC_CUSTOMER"))
    add("OIDC_CUSTOMER", "set this, or OIDC_CUSTOMER_CLAIM with OIDC_CUSTOMER_MAP");
}

/** How a person at the provider maps to an account: claims, and their values' customer codes and role names. */
export type ClaimMapping = {
  /** The code of the customer of all accounts, or the claim that names it. */
  customer: string | { claim: string; codes: ReadonlyMap<string, string> };
  role: { claim: string; names: ReadonlyMap<string, string> };
};

export type SingleSignOn = {
  issuer: string;
  clientId: string;
  clientSecret: string;
  scope: string;
  label: string;
  mapping: ClaimMapping;
};

/** The single sign-on settings from validated variables; null if not configured. */
export function singleSignOnOf(variables: Variables): SingleSignOn | null {
  const { OIDC_ISSUER, OIDC_CLIENT_ID, OIDC_CLIENT_SECRET, OIDC_SCOPE, OIDC_LABEL, OIDC_ROLE_MAP } = variables;
  if (!OIDC_ISSUER || !OIDC_CLIENT_ID || !OIDC_CLIENT_SECRET || !OIDC_ROLE_MAP) return null;
  const { OIDC_CUSTOMER, OIDC_CUSTOMER_CLAIM: claim, OIDC_CUSTOMER_MAP: codes, OIDC_ROLE_CLAIM } = variables;
  const customer = claim && codes ? { claim, codes } : OIDC_CUSTOMER;
  if (customer === undefined) return null;
  return {
    issuer: OIDC_ISSUER,
    clientId: OIDC_CLIENT_ID,
    clientSecret: OIDC_CLIENT_SECRET,
    scope: OIDC_SCOPE,
    label: OIDC_LABEL,
    mapping: { customer, role: { claim: OIDC_ROLE_CLAIM, names: OIDC_ROLE_MAP } },
  };
}
