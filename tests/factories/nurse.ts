import { randomInt } from "node:crypto";
import type { UserInput } from "@/features/user/user.schema";

const digits = (count: number) => Array.from({ length: count }, () => randomInt(10)).join("");

type Fields = Partial<UserInput> & { roleId: number };

/** The input of an active account with a unique name, account name and mobile number, without notifications. */
export function newNurse(fields: Fields): UserInput {
  const number = digits(8);
  return {
    username: `nurse_${number}`,
    name: `Nurse ${number}`,
    gender: null,
    mobile: `139${number}`,
    email: "",
    remarks: "",
    status: "active",
    sceneIds: [],
    customerIds: [],
    ...fields,
  };
}
