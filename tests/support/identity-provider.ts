import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import Provider, { type Context } from "oidc-provider";

/** The claims of a person besides the subject. */
export type Person = Record<string, unknown>;

const SCOPE = "openid profile email";
export const CLIENT = { id: "frostline", secret: "a secret that opens nothing but the provider of tests" };

/**
 * A real OpenID provider on a local port. `open` registers its one client once the address of the product is known;
 * `person` is the user, who is logged in there without interaction.
 */
export async function startIdentityProvider() {
  const people = new Map<string, Person>();
  let subject = "";
  let provider: Provider | undefined;
  const server = createServer(async (request, response) => {
    if (!provider) return response.writeHead(503).end();
    if (!request.url?.startsWith("/interaction/")) return provider.callback()(request, response);
    const result = subject ? { login: { accountId: subject } } : { error: "access_denied" };
    await provider.interactionFinished(request, response, result);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    issuer,
    open(productUrl: string) {
      provider = new Provider(issuer, {
        clients: [
          {
            client_id: CLIENT.id,
            client_secret: CLIENT.secret,
            redirect_uris: [`${productUrl}/api/auth/callback/oidc`],
          },
        ],
        pkce: { methods: ["S256"], required: () => true },
        cookies: { keys: [randomUUID()] },
        claims: {
          openid: ["sub"],
          profile: ["name", "preferred_username", "groups", "site"],
          email: ["email", "email_verified"],
        },
        features: { devInteractions: { enabled: false } },
        interactions: { url: (_: unknown, { uid }: { uid: string }) => `/interaction/${uid}` },
        findAccount: (_: unknown, id: string) => ({
          accountId: id,
          claims: () => ({ ...people.get(id), sub: id }),
        }),
        // Consent is granted without a prompt.
        async loadExistingGrant({ oidc }: Context) {
          const { clientId } = oidc.client;
          const grant = new oidc.provider.Grant({ clientId, accountId: oidc.session.accountId });
          grant.addOIDCScope(SCOPE);
          await grant.save();
          return grant;
        },
      });
    },
    /** Sets the user; null for one who cancels. */
    seat(id: string | null, claims: Person = {}) {
      subject = id ?? "";
      if (id) people.set(id, claims);
    },
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}
