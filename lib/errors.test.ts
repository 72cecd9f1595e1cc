import { expect, it } from "vitest";
import { ERRORS } from "./errors";

/** Numbers of several errors: HTTP statuses and the code tables of the specification (section 8), one for each record. */
const SHARED = {
  404: ["NOT_FOUND", "MENU_PARENT_MISSING"],
  407: ["MENU_NAME_TAKEN", "PARAMETER_NAME_TAKEN"],
  408: ["ROLE_CUSTOMER_MISMATCH", "MENU_CODE_TAKEN", "PARAMETER_CODE_TAKEN"],
  409: ["CONFLICT", "ROLE_NAME_TAKEN", "CONTACT_PHONE_TAKEN"],
  413: ["TOO_LARGE", "ROLE_RESOURCES_EMPTY"],
  418: ["CUSTOMER_NAME_TAKEN", "USER_MOBILE_TAKEN"],
  422: ["INVALID", "CUSTOMER_MOBILE_TAKEN"],
};

it("gives each error a number of its own, but for those that the specification shares", () => {
  const names: Record<number, string[]> = {};
  for (const [name, { code }] of Object.entries(ERRORS)) names[code] = [...(names[code] ?? []), name];
  const shared = Object.entries(names).filter(([, errors]) => errors.length > 1);
  expect(Object.fromEntries(shared)).toEqual(SHARED);
});
