import type { z } from "zod";
import { UserInput } from "@/features/user/user.schema";
import type { ErrorCode, Issue } from "@/lib/errors";
import { type CustomerDto, CustomerInput } from "./customer.schema";

/** The person who is to run the customer, with its default role. */
export const AdministratorInput = UserInput.pick({
  username: true,
  name: true,
  gender: true,
  mobile: true,
  email: true,
});
export type AdministratorInput = z.output<typeof AdministratorInput>;

export const CustomerCreateInput = CustomerInput.safeExtend({ administrator: AdministratorInput.optional() });
export type CustomerCreateInput = z.output<typeof CustomerCreateInput>;

/**
 * How far the opening of a customer came (specification, section 8): 200 all the way, 201 without its default role,
 * 202 without its first user, 203 with the user not among its contacts.
 */
export const OPENED = { all: 200, roleFailed: 201, userFailed: 202, contactFailed: 203 } as const;
export type OpeningCode = (typeof OPENED)[keyof typeof OPENED];

/** Why a step was refused, as the caller of that step alone would be told. */
export type StepFailure = { error: ErrorCode; message: string; issues: Issue[] };

export type OpeningDto = {
  code: OpeningCode;
  customer: CustomerDto;
  /** Of the first user; shown this once, only its hash is kept. */
  password?: string;
  failure?: StepFailure;
};
