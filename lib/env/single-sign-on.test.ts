import { describe, expect, it } from "vitest";
import { z } from "zod";
import { checkSingleSignOn, SINGLE_SIGN_ON_VARIABLES, singleSignOnOf } from "./single-sign-on";

const Variables = z.object(SINGLE_SIGN_ON_VARIABLES).superRefine(checkSingleSignOn);

const COMPLETE = {
  OIDC_ISSUER: "https://id.acme.test/realms/cold",
  OIDC_CLIENT_ID: "frostline",
  OIDC_CLIENT_SECRET: "secret",
  OIDC_CUSTOMER: "ACME",
  OIDC_ROLE_MAP: '{"CN=Chiefs,OU=Cold":"Manager","nurses":"Viewer"}',
};

/** The validation errors of these variables, added to a complete set. */
function faults(variables: Record<string, string | undefined>): string[] {
  const set = Object.entries({ ...COMPLETE, ...variables }).filter(([, value]) => value !== undefined);
  const { error } = Variables.safeParse(Object.fromEntries(set));
  return (error?.issues ?? []).map(({ path, message }) => `${path.join(".")}: ${message}`);
}

const NONE = Object.fromEntries(Object.keys(COMPLETE).map((name) => [name, undefined]));

describe("the variables of single sign-on", () => {
  it("give the settings, with the map in its order", () => {
    expect(singleSignOnOf(Variables.parse(COMPLETE))).toEqual({
      issuer: COMPLETE.OIDC_ISSUER,
      clientId: "frostline",
      clientSecret: "secret",
      scope: "openid profile email",
      label: "SSO",
      mapping: {
        customer: "ACME",
        role: {
          claim: "groups",
          names: new Map([
            ["CN=Chiefs,OU=Cold", "Manager"],
            ["nurses", "Viewer"],
          ]),
        },
      },
    });
  });

  it("are none where none is set", () => {
    expect(faults(NONE)).toEqual([]);
    expect(singleSignOnOf(Variables.parse({}))).toBeNull();
  });

  it.each<[string, Record<string, string | undefined>, string]>([
    ["an issuer without TLS", { OIDC_ISSUER: "http://id.acme.test" }, "OIDC_ISSUER: must be an https address"],
    ["an issuer that is no address", { OIDC_ISSUER: "acme" }, "OIDC_ISSUER: must be an https address"],
    [
      "an issuer with a query",
      { OIDC_ISSUER: "https://a.test/?x=1" },
      "OIDC_ISSUER: must have no password, query or fragment",
    ],
    ["no secret", { OIDC_CLIENT_SECRET: undefined }, "OIDC_CLIENT_SECRET: is needed with OIDC_ISSUER"],
    ["no map of roles", { OIDC_ROLE_MAP: undefined }, "OIDC_ROLE_MAP: is needed with OIDC_ISSUER"],
    [
      "a map that is no JSON",
      { OIDC_ROLE_MAP: "a=b" },
      'OIDC_ROLE_MAP: must be a JSON object of texts: {"value of the claim":"name"}',
    ],
    [
      "a map of numbers",
      { OIDC_ROLE_MAP: '{"a":1}' },
      'OIDC_ROLE_MAP: must be a JSON object of texts: {"value of the claim":"name"}',
    ],
    [
      "an empty map",
      { OIDC_ROLE_MAP: "{}" },
      'OIDC_ROLE_MAP: must be a JSON object of texts: {"value of the claim":"name"}',
    ],
    [
      "no customer",
      { OIDC_CUSTOMER: undefined },
      "OIDC_CUSTOMER: set this, or OIDC_CUSTOMER_CLAIM with OIDC_CUSTOMER_MAP",
    ],
    [
      "two ways to the customer",
      { OIDC_CUSTOMER_CLAIM: "org", OIDC_CUSTOMER_MAP: '{"a":"A"}' },
      "OIDC_CUSTOMER: set this, or OIDC_CUSTOMER_CLAIM with OIDC_CUSTOMER_MAP",
    ],
    [
      "a customer claim without its map",
      { OIDC_CUSTOMER: undefined, OIDC_CUSTOMER_CLAIM: "org" },
      "OIDC_CUSTOMER_MAP: OIDC_CUSTOMER_CLAIM and OIDC_CUSTOMER_MAP go together",
    ],
    ["a scope that is no login", { OIDC_SCOPE: "profile" }, "OIDC_SCOPE: must contain openid"],
    ["a secret alone", { ...NONE, OIDC_CLIENT_SECRET: "x" }, "OIDC_CLIENT_SECRET: needs OIDC_ISSUER"],
  ])("with %s stop the start by name", (_, variables, fault) => {
    expect(faults(variables)).toContain(fault);
  });

  it.each(["http://localhost:8080", "http://127.0.0.1:9000/realm", "http://[::1]:1"])("take %s for tests", (issuer) => {
    expect(faults({ OIDC_ISSUER: issuer })).toEqual([]);
  });
});
