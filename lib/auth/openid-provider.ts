import "server-only";
import type { OAuthConfig } from "next-auth/providers/oauth";
import type { SingleSignOn } from "@/lib/env/single-sign-on";

export type Claims = Record<string, unknown> & { sub: string };

/** Longer than next-auth's default (3.5 s): providers are often far away, and the first call includes a DNS lookup. */
const TIMEOUT_MS = 10_000;

/** The payload of an ID token that `openid-client` has verified. */
function payloadOf(idToken: string | undefined): Claims {
  const [, payload = ""] = (idToken ?? "").split(".");
  return JSON.parse(Buffer.from(payload, "base64url").toString("utf8"));
}

/** The provider of single sign-on for next-auth: authorization code flow with PKCE, state and nonce. */
export function openIdProvider({ issuer, clientId, clientSecret, scope, label }: SingleSignOn): OAuthConfig<Claims> {
  return {
    id: "oidc",
    name: label,
    type: "oauth",
    issuer,
    // OpenID Connect Discovery 1.0, section 4.
    wellKnown: `${issuer.replace(/\/$/, "")}/.well-known/openid-configuration`,
    clientId,
    clientSecret,
    authorization: { params: { scope } },
    checks: ["pkce", "state", "nonce"],
    idToken: true,
    httpOptions: { timeout: TIMEOUT_MS },
    userinfo: {
      // Providers put most claims into either the ID token or the userinfo response.
      async request({ tokens, client }) {
        const claims = payloadOf(tokens.id_token);
        if (!client.issuer.metadata.userinfo_endpoint || !tokens.access_token) return claims;
        const { sub, ...more } = await client.userinfo(tokens.access_token);
        // OpenID Connect Core 1.0, section 5.3.2: a response for another subject must not be used.
        if (sub !== claims.sub) throw new Error("userinfo is of another subject");
        return { ...claims, ...more };
      },
    },
    profile: ({ sub }) => ({ id: sub }),
  };
}
