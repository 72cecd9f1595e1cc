import type { z } from "zod";
import { UserInput } from "@/features/user/user.schema";
import type { ErrorCode, Issue } from "@/lib/errors";
import { type CustomerDto, CustomerInput } from "./customer.schema";

/** The first user of the customer, who gets its default role. */
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
 * The result of creating a customer (specification, section 8): 200 complete, 201 without its roles, 202 without its
 * first user, 203 without the user's contact.
 */
export const OPENED = { all: 200, roleFailed: 201, userFailed: 202, contactFailed: 203 } as const;
export type OpeningCode = (typeof OPENED)[keyof typeof OPENED];

/** Why a step failed, as a separate call of that step would report it. */
export type StepFailure = { error: ErrorCode; message: string; issues: Issue[] };

export type OpeningDto = {
  code: OpeningCode;
  customer: CustomerDto;
  /** Of the first user. It is shown only once; only its hash is stored. */
  password?: string;
  failure?: StepFailure;
};
