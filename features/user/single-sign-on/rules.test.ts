import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { accountName } from "@/lib/validation/fields";
import { isPersonName } from "../user.rules";
import { assignmentOf, emailOf, hasName, personNameOf, usernameOf } from "./rules";

const MAPPING = {
  customer: { claim: "https://acme.test/site", codes: new Map([["north", "N1"]]) },
  role: {
    claim: "realm_access.roles",
    names: new Map([
      ["chiefs", "Manager"],
      ["nurses", "Viewer"],
    ]),
  },
};
const claimsWith = (roles: unknown, site: unknown = "north") => ({
  "https://acme.test/site": site,
  realm_access: { roles },
});

describe("assignmentOf", () => {
  it.each<[string, unknown, unknown, string | null]>([
    ["one value", "nurses", "north", "Viewer"],
    ["the first entry of the map, not of the claim", ["nurses", "chiefs"], "north", "Manager"],
    ["none of the values", ["staff"], "north", null],
    ["a value of another case", ["Nurses"], "north", null],
    ["an object", { nurses: true }, "north", null],
    ["no claim", undefined, "north", null],
    ["another customer", ["nurses"], "south", null],
    ["our own code in place of the claim's value", ["nurses"], "N1", null],
  ])("goes by %s", (_, roles, site, roleName) => {
    expect(assignmentOf(claimsWith(roles, site), MAPPING)).toEqual(roleName && { customerCode: "N1", roleName });
  });

  it("puts everyone into the one customer where one is named", () => {
    expect(assignmentOf(claimsWith(["chiefs"], null), { ...MAPPING, customer: "ACME" })).toEqual({
      customerCode: "ACME",
      roleName: "Manager",
    });
  });

  it("finds nothing that objects inherit", () => {
    const mapping = {
      ...MAPPING,
      customer: "A",
      role: { claim: "constructor.name", names: new Map([["Object", "X"]]) },
    };
    expect(assignmentOf({}, mapping)).toBeNull();
  });
});

describe("usernameOf", () => {
  it.each([
    [{ preferred_username: "ada.lovelace" }, 1, "ada_lovelace"],
    [{ preferred_username: "José@acme.test" }, 1, "Jose"],
    [{ preferred_username: "al" }, 1, "al__"],
    [{ preferred_username: "李雷", email: "li.lei@acme.test" }, 1, "li_lei"],
    [{ preferred_username: "a-very-long-name-indeed" }, 12, "a_very_long_name__12"],
    [{}, 1, "user"],
    [{}, 2, "user_2"],
  ])("of %j is, at attempt %d, %s", (claims, attempt, username) => {
    expect(usernameOf(claims, attempt)).toBe(username);
  });

  it("is always the name of an account", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), fc.integer({ min: 1, max: 999 }), (name, attempt) => {
        expect(accountName().safeParse(usernameOf({ preferred_username: name }, attempt)).success).toBe(true);
      }),
    );
  });
});

describe("personNameOf", () => {
  it.each([
    [{ name: "Ada Lovelace" }, 1, "Ada Lovelace"],
    [{ name: "Ada Lovelace" }, 3, "Ada Lovelace 3"],
    [{ given_name: "Ada", family_name: "Lovelace" }, 1, "Ada Lovelace"],
    [{ name: "王小明" }, 1, "王小明"],
    [{ name: "Ada <b>" }, 1, "Ada b"],
    [{ name: "<>", preferred_username: "ada_l" }, 1, "ada l"],
    [{}, 1, "user"],
  ])("of %j is, at attempt %d, %s", (claims, attempt, name) => {
    expect(personNameOf(claims, attempt)).toBe(name);
  });

  it("is always the name of a person", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), fc.integer({ min: 1, max: 999 }), (name, attempt) => {
        expect(isPersonName(personNameOf({ name }, attempt))).toBe(true);
      }),
    );
  });

  it("is the provider's business only where it says one", () => {
    expect([hasName({ family_name: "L" }), hasName({ preferred_username: "l" })]).toEqual([true, false]);
  });
});

describe("emailOf", () => {
  it.each([
    [{ email: " ada@acme.test " }, "ada@acme.test"],
    [{ email: "ada@acme.test", email_verified: true }, "ada@acme.test"],
    [{ email: "ada@acme.test", email_verified: false }, ""],
    [{ email: "no address" }, ""],
    [{}, ""],
  ])("of %j is %j", (claims, email) => {
    expect(emailOf(claims)).toBe(email);
  });
});
