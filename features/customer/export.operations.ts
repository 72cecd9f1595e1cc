import "server-only";
import { listExport } from "@/lib/export/list-export";
import { findCustomers } from "./customer.data";
import { CustomerListQuery, type CustomerRowDto } from "./customer.schema";

const COLUMNS = {
  name: 28,
  type: 14,
  organisationType: 24,
  status: 12,
  contact: 20,
  area: 24,
  users: 10,
  carriers: 10,
  devices: 10,
  createdAt: 30,
};

/** The customers that match the list's criteria, in its order. */
export const customerExport = listExport({
  kind: "customer",
  permission: "viewCustomer",
  input: CustomerListQuery,
  headers: "customer.column",
  columns: COLUMNS,
  page: ({ db, scope }, query) => findCustomers(db, scope, query),
  cells(row: CustomerRowDto, { look, stamp }) {
    const t = look("customer");
    return {
      name: row.name,
      type: t(`type.${row.type}`),
      organisationType: t(`organisationType.${row.organisationType}`),
      status: t(`status.${row.status}`),
      contact: row.contact,
      area: row.area,
      users: row.users,
      carriers: row.carriers,
      devices: row.devices,
      createdAt: stamp(row.createdAt),
    };
  },
});
