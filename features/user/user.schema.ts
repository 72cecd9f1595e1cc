import { z } from "zod";
import { ACTIVATION_STATUSES, type ActivationStatus, type CancelledWith, type ScopeType } from "@/db/enums";
import { CONTACT_LEVELS } from "@/features/notice/contact/contact.rules";
import { VersionedId } from "@/lib/resource/by-id";
import { listQuery } from "@/lib/resource/list-query";
import {
  accountName,
  optionalEmail,
  optionalMultilineText,
  recordId,
  recordIds,
  requiredPhone,
  requiredText,
} from "@/lib/validation/fields";
import { isPersonName } from "./user.rules";

const GENDERS = [0, 1] as const;
/** 1 male, 0 female. */
export type Gender = (typeof GENDERS)[number];

/** A person's name: 2 to 10 Chinese characters, or up to 30 characters of another script. */
export const personName = () =>
  requiredText(100).superRefine((value, context) => {
    if (value !== "" && !isPersonName(value))
      context.addIssue({ code: "custom", params: { rule: "personName" }, message: "no name of a person" });
  });

/** A missing status has its own code (414). */
const Status = z
  .enum([...ACTIVATION_STATUSES, ""])
  .default("")
  .superRefine((value, context) => {
    if (value === "")
      context.addIssue({ code: "custom", params: { rule: "USER_STATUS_EMPTY" }, message: "the status is empty" });
  })
  .transform((value) => value as ActivationStatus);

/** A missing role is reported as required, like other fields. */
const RoleId = z.preprocess(
  (value) => (value === "" || value === null || value === undefined ? undefined : Number(value)),
  z.number().int().positive(),
);

/** Makes the account a contact of this group and level. */
const ContactPlace = z.strictObject({
  groupId: recordId(),
  level: z.coerce.number().int().min(1).max(CONTACT_LEVELS.length).default(1),
});

const fields = {
  /** For users who manage several customers; default is the user's own. It cannot be changed later. */
  customerId: recordId().optional(),
  roleId: RoleId,
  username: accountName(),
  name: personName(),
  gender: z
    .literal([...GENDERS])
    .nullable()
    .default(null),
  mobile: requiredPhone(),
  email: optionalEmail("USER_EMAIL_FORMAT").default(""),
  remarks: optionalMultilineText(250),
  status: Status,
  /** The nodes of a customer-use account; if empty, those of the role. */
  sceneIds: recordIds().default([]),
  /** The proxy customers of an agent, or those that a platform user governs; if empty, those of the role. */
  customerIds: recordIds().default([]),
  contact: ContactPlace.optional(),
};

export const UserInput = z.strictObject(fields);
export type UserInput = z.output<typeof UserInput>;

export const UserUpdate = UserInput.extend(VersionedId.shape);

export const UserListQuery = listQuery({
  sort: ["createdAt", "name", "username", "status", "roleName", "customerName"],
  dir: "desc",
  filters: {
    status: z.enum(ACTIVATION_STATUSES).optional(),
    roleId: recordId().optional(),
    customerId: recordId().optional(),
    gender: z.coerce
      .number()
      .pipe(z.literal([...GENDERS]))
      .optional(),
  },
});
export type UserListQuery = z.output<typeof UserListQuery>;

export type UserDto = {
  id: number;
  customerId: number;
  customerName: string;
  roleId: number;
  roleName: string;
  scopeType: ScopeType;
  username: string;
  name: string;
  gender: Gender | null;
  mobile: string;
  email: string;
  remarks: string;
  status: ActivationStatus;
  cancelledWith: CancelledWith | null;
  isDefault: boolean;
  /** Whether the caller may change this account. */
  isManageable: boolean;
  hasSecondFactor: boolean;
  mustChangePassword: boolean;
  lastLoginAt: string | null;
  createdAt: string;
  version: number;
};

export type NamedPlace = { id: number; name: string };

/** One account with its own places. */
export type UserDetailDto = UserDto & { scenes: NamedPlace[]; customers: NamedPlace[] };

/** 200 saved; 201 saved, but not made a contact; 501 saved, but the account is cancelled (specification, section 8). */
export type SaveCode = 200 | 201 | 501;

/** The one-time password is shown only once; only its hash is stored. */
export type CreatedUserDto = { code: SaveCode; user: UserDetailDto; password: string };
export type UpdatedUserDto = { code: SaveCode; user: UserDetailDto };
