import "server-only";
import { listExport } from "@/lib/export/list-export";
import { findUserPage } from "./user.operations";
import { type UserDto, UserListQuery } from "./user.schema";

const COLUMNS = {
  username: 20,
  name: 20,
  role: 20,
  customer: 24,
  gender: 10,
  mobile: 16,
  email: 28,
  status: 12,
  secondFactor: 14,
  lastLoginAt: 30,
  createdAt: 30,
  remarks: 40,
};

/** The accounts that match the list's criteria, in its order. */
export const userExport = listExport({
  kind: "user",
  permission: "viewUser",
  input: UserListQuery,
  headers: "download.user",
  columns: COLUMNS,
  page: findUserPage,
  cells(row: UserDto, { look, stamp }) {
    const t = look("user");
    return {
      username: row.username,
      name: row.name,
      role: row.roleName,
      customer: row.customerName,
      gender: row.gender === null ? null : t(`gender.${row.gender}`),
      mobile: row.mobile,
      email: row.email,
      status: t(`status.${row.status}`),
      secondFactor: t(`secondFactor.${row.hasSecondFactor ? "on" : "off"}`),
      lastLoginAt: stamp(row.lastLoginAt),
      createdAt: stamp(row.createdAt),
      remarks: row.remarks,
    };
  },
});
