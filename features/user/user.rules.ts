import type { ActivationStatus, ScopeType } from "@/db/enums";
import type { OwnPlaces } from "./grant.rules";

const HAN_NAME = /^\p{Script=Han}{2,10}$/u;
const HAN_ONLY = /^\p{Script=Han}+$/u;
const OTHER_NAME = /^(?=.*\p{L})[\p{L}\p{M}\p{N} .,'’·・-]{2,30}$/u;

/**
 * Whether a text can be a person's name: 2 to 10 Chinese characters (specification, section 5), or 2 to 30 characters
 * where another script is in it, with the signs that names hold.
 */
export const isPersonName = (text: string): boolean => (HAN_ONLY.test(text) ? HAN_NAME : OTHER_NAME).test(text);

/** Places in a set order, so that only a real change differs in the trail. */
export const placesOf = ({ sceneIds, customerIds }: OwnPlaces) => ({
  sceneIds: sceneIds.toSorted((a, b) => a - b),
  customerIds: customerIds.toSorted((a, b) => a - b),
});

/** What the trail keeps of an account: its fields and places, nothing secret. */
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

/** The key of a scope type among the texts. */
export const SCOPE_NAME = {
  [-1]: "agent",
  0: "customerUse",
  1: "customerManagement",
  2: "platformUse",
  3: "platformManagement",
} as const satisfies Record<ScopeType, string>;
