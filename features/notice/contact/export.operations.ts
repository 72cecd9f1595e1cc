import "server-only";
import { listExport } from "@/lib/export/list-export";
import { findContacts } from "./contact.data";
import { ContactListQuery, type ContactRowDto } from "./contact.schema";

const COLUMNS = { level: 12, name: 20, phone: 20, email: 28, channels: 30, locale: 12 };

/** The contacts that match the list's criteria, in its order. */
export const contactExport = listExport({
  kind: "contact",
  permission: "viewContacts",
  input: ContactListQuery,
  headers: "contact.column",
  columns: COLUMNS,
  page: ({ db, scope }, query) => findContacts(db, scope, query),
  cells(row: ContactRowDto, { look }) {
    const t = look("contact");
    return {
      level: row.level,
      name: row.name,
      phone: row.phone,
      email: row.email,
      channels: row.channels.map((channel) => t(`channel.${channel}`)).join(", "),
      locale: row.locale,
    };
  },
});
