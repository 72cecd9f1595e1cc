import type { ListState } from "@/components/data-table/column";
import type { Tab } from "../detail.rules";
import type { CarrierDetailView } from "../detail.schema";

/** The address of a tab; what the tab before was asked for does not go along. */
export function addressOf({ path, carrier }: Pick<CarrierDetailView, "path" | "carrier">, tab: Tab): string {
  const query = new URLSearchParams({ id: String(carrier.id), ...(tab !== "live" && { tab }) });
  return `${path}?${query}`;
}

/** The list of a tab, whose state is the address of the page. */
export const listOf = ({ path, query, order }: CarrierDetailView, total: number): ListState => ({
  path,
  query,
  ...order,
  total,
});
