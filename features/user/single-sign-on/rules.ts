import type { ClaimMapping } from "@/lib/env/single-sign-on";
import { optionalEmail } from "@/lib/validation/fields";
import { isPersonName } from "../user.rules";
import type { Claims } from "./schema";

/** The mapping result of the claims: a customer by its code and a role by its name. */
export type Assignment = { customerCode: string; roleName: string };

/** The claim of this name, else the value at the dotted path: `realm_access.roles`. */
function claimOf(claims: Claims, name: string): unknown {
  if (Object.hasOwn(claims, name)) return claims[name];
  return name.split(".").reduce<unknown>((value, part) => {
    const isGroup = typeof value === "object" && value !== null && Object.hasOwn(value, part);
    return isGroup ? (value as Claims)[part] : undefined;
  }, claims);
}

/** The values of a claim as texts: one value or a list. */
function valuesOf(claims: Claims, name: string): string[] {
  const value = claimOf(claims, name);
  return (Array.isArray(value) ? value : [value]).flatMap((one) =>
    typeof one === "string" || typeof one === "number" ? [String(one)] : [],
  );
}

/** The first entry of the map whose value the claim contains. */
function mapped(claims: Claims, claim: string, names: ReadonlyMap<string, string>): string | undefined {
  const values = new Set(valuesOf(claims, claim));
  return [...names].find(([value]) => values.has(value))?.[1];
}

/** The customer and role of a person; null if the mapping has none. */
export function assignmentOf(claims: Claims, { customer, role }: ClaimMapping): Assignment | null {
  const customerCode = typeof customer === "string" ? customer : mapped(claims, customer.claim, customer.codes);
  const roleName = mapped(claims, role.claim, role.names);
  return customerCode === undefined || roleName === undefined ? null : { customerCode, roleName };
}

const text = (claims: Claims, name: string): string => (typeof claims[name] === "string" ? claims[name].trim() : "");

const MAXIMUM_USERNAME = 20;
const MINIMUM_USERNAME = 4;

/** The `attempt`th candidate for a user name, from 1: letters, digits and underscores, with a number from 2 on. */
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

/** Reduces a text to the characters allowed in a person's name, and to its maximum length. */
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

/** The `attempt`th candidate for a person's name, from 1. Names are unique within a customer. */
export function personNameOf(claims: Claims, attempt: number): string {
  const parts = [text(claims, "given_name"), text(claims, "family_name")].filter((part) => part !== "").join(" ");
  const suffix = attempt === 1 ? "" : ` ${attempt}`;
  const candidates = [text(claims, "name"), parts, text(claims, "preferred_username"), usernameOf(claims, 1)];
  const found = candidates.map((name) => asName(name, suffix)).find(isPersonName);
  return found ?? `User${suffix}`;
}

/** Whether the claims contain a name. */
export const hasName = (claims: Claims): boolean =>
  ["name", "given_name", "family_name"].some((name) => text(claims, name) !== "");

const Email = optionalEmail();

/** The e-mail address, unless the provider says that it is not verified; empty if there is none. */
export function emailOf(claims: Claims): string {
  const parsed = Email.safeParse(text(claims, "email"));
  return parsed.success && claims.email_verified !== false ? parsed.data : "";
}
