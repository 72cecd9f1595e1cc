import type { ActivationStatus, ScopeType } from "@/db/enums";
import type { OwnPlaces } from "./grant.rules";

const HAN_NAME = /^\p{Script=Han}{2,10}$/u;
const HAN_ONLY = /^\p{Script=Han}+$/u;
const OTHER_NAME = /^(?=.*\p{L})[\p{L}\p{M}\p{N} .,'’·・-]{2,30}$/u;

/**
 * Whether a text is a valid person's name: 2 to 10 Chinese characters (specification, section 5), or 2 to 30 characters
 * if another script is included, with the punctuation of names.
 */
export const isPersonName = (text: string): boolean => (HAN_ONLY.test(text) ? HAN_NAME : OTHER_NAME).test(text);

/** Sorts the places, so that only real changes differ in the audit trail. */
export const placesOf = ({ sceneIds, customerIds }: OwnPlaces) => ({
  sceneIds: sceneIds.toSorted((a, b) => a - b),
  customerIds: customerIds.toSorted((a, b) => a - b),
});

/** The audit values of an account: its fields and places, no secrets. */
export const auditSnapshot = ({
  customerId,
  roleId,
  username,
  name,
  gender,
  mobile,
  email,
  remarks,
  status,
  ...places
}: Traced) => ({
  customerId,
  roleId,
  username,
  name,
  gender,
  mobile: mobile ?? "",
  email: email ?? "",
  remarks,
  status,
  ...placesOf(places),
});

type Traced = OwnPlaces & {
  customerId: number;
  roleId: number;
  username: string;
  name: string;
  gender: number | null;
  mobile: string | null;
  email: string | null;
  remarks: string;
  status: ActivationStatus;
};

/** The text key of a scope type. */
export const SCOPE_NAME = {
  [-1]: "agent",
  0: "customerUse",
  1: "customerManagement",
  2: "platformUse",
  3: "platformManagement",
} as const satisfies Record<ScopeType, string>;
