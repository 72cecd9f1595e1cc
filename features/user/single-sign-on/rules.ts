import type { ClaimMapping } from "@/lib/env/single-sign-on";
import { optionalEmail } from "@/lib/validation/fields";
import { isPersonName } from "../user.rules";
import type { Claims } from "./schema";

/** Where the claims put a person: a customer by its code and a role by its name. */
export type Assignment = { customerCode: string; roleName: string };

/** The claim of this name, else the one that the name leads to with its dots: `realm_access.roles`. */
function claimOf(claims: Claims, name: string): unknown {
  if (Object.hasOwn(claims, name)) return claims[name];
  return name.split(".").reduce<unknown>((value, part) => {
    const isGroup = typeof value === "object" && value !== null && Object.hasOwn(value, part);
    return isGroup ? (value as Claims)[part] : undefined;
  }, claims);
}

/** What a claim says, as texts: one value or a list of them. */
function valuesOf(claims: Claims, name: string): string[] {
  const value = claimOf(claims, name);
  return (Array.isArray(value) ? value : [value]).flatMap((one) =>
    typeof one === "string" || typeof one === "number" ? [String(one)] : [],
  );
}

/** The first entry of the map whose value the claim has. */
function mapped(claims: Claims, claim: string, names: ReadonlyMap<string, string>): string | undefined {
  const values = new Set(valuesOf(claims, claim));
  return [...names].find(([value]) => values.has(value))?.[1];
}

/** The customer and role of a person; null where the mapping knows none. */
export function assignmentOf(claims: Claims, { customer, role }: ClaimMapping): Assignment | null {
  const customerCode = typeof customer === "string" ? customer : mapped(claims, customer.claim, customer.codes);
  const roleName = mapped(claims, role.claim, role.names);
  return customerCode === undefined || roleName === undefined ? null : { customerCode, roleName };
}

const text = (claims: Claims, name: string): string => (typeof claims[name] === "string" ? claims[name].trim() : "");

const MAXIMUM_USERNAME = 20;
const MINIMUM_USERNAME = 4;

/** The `attempt`th name that an account could have, from 1: letters, digits and underscores, with a number from 2 on. */
export function usernameOf(claims: Claims, attempt: number): string {
  const [local = ""] = text(claims, "email").split("@");
  const source = [text(claims, "preferred_username").split("@")[0] ?? "", local]
    .map((name) =>
      name
        .normalize("NFKD")
        .replace(/\p{M}/gu, "")
        .replace(/\W+/g, "_")
        .replace(/^_+|_+$/g, ""),
    )
    .find((name) => name !== "");
  const suffix = attempt === 1 ? "" : `_${attempt}`;
  const base = (source ?? "user").padEnd(MINIMUM_USERNAME, "_");
  return base.slice(0, MAXIMUM_USERNAME - suffix.length) + suffix;
}

const MAXIMUM_NAME = 30;
const MAXIMUM_HAN_NAME = 10;

/** A text with what a person's name may hold, cut to its length. */
function asName(raw: string, suffix: string): string {
  const cleaned = raw
    .normalize("NFC")
    .replace(/[^\p{L}\p{M}\p{N} .,'’·・-]+/gu, " ")
    .replace(/\s+/g, " ")
    .trim();
  const isHan = suffix === "" && /^\p{Script=Han}+$/u.test(cleaned);
  const room = (isHan ? MAXIMUM_HAN_NAME : MAXIMUM_NAME) - suffix.length;
  return [...cleaned].slice(0, room).join("").trim() + suffix;
}

/** The `attempt`th name that a person could have in a customer, from 1: names are there once. */
export function personNameOf(claims: Claims, attempt: number): string {
  const parts = [text(claims, "given_name"), text(claims, "family_name")].filter((part) => part !== "").join(" ");
  const suffix = attempt === 1 ? "" : ` ${attempt}`;
  const candidates = [text(claims, "name"), parts, text(claims, "preferred_username"), usernameOf(claims, 1)];
  const found = candidates.map((name) => asName(name, suffix)).find(isPersonName);
  return found ?? `User${suffix}`;
}

/** Whether the claims say what the person is called. */
export const hasName = (claims: Claims): boolean =>
  ["name", "given_name", "family_name"].some((name) => text(claims, name) !== "");

const Email = optionalEmail();

/** The mail address, unless the provider says that it is not verified; empty without one. */
export function emailOf(claims: Claims): string {
  const parsed = Email.safeParse(text(claims, "email"));
  return parsed.success && claims.email_verified !== false ? parsed.data : "";
}
