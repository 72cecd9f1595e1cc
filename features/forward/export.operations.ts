import "server-only";
import { listExport } from "@/lib/export/list-export";
import { listForwardSets } from "./forward.operations";
import { ForwardListQuery, type ForwardRowDto } from "./forward.schema";

const COLUMNS = {
  name: 24,
  type: 10,
  address: 40,
  platform: 30,
  condition: 16,
  lastError: 40,
  waiting: 12,
  lastSuccess: 30,
  isEnabled: 12,
  customer: 24,
};

/** The forwarding targets that match the list's criteria, in its order; never user names, passwords or keys. */
export const forwardExport = listExport({
  kind: "forwardSet",
  permission: "viewForwardSet",
  input: ForwardListQuery,
  headers: "forward.field",
  columns: COLUMNS,
  page: listForwardSets,
  cells({ state, ...row }: ForwardRowDto, { look, stamp }) {
    const t = look("forward");
    return {
      name: row.name,
      type: t(`type.${row.type}`),
      address: `${row.host}:${row.port}`,
      platform: [row.platformName, row.platformCode].filter(Boolean).join(" · "),
      condition: t(`condition.${state.condition}`),
      lastError: state.errorCode && t(`failure.${state.errorCode}`),
      waiting: state.waiting,
      lastSuccess: stamp(state.lastSuccessAt),
      isEnabled: t(`enabled.${row.isEnabled}`),
      customer: row.customerName,
    };
  },
});
