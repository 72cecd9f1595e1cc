import type { ListState } from "@/components/data-table/column";
import type { Tab } from "../detail.rules";
import type { CarrierDetailView } from "../detail.schema";

/** The URL of a tab. The query of the previous tab is dropped. */
export function addressOf({ path, carrier }: Pick<CarrierDetailView, "path" | "carrier">, tab: Tab): string {
  const query = new URLSearchParams({ id: String(carrier.id), ...(tab !== "live" && { tab }) });
  return `${path}?${query}`;
}

/** The list state of a tab, which the page's URL stores. */
export const listOf = ({ path, query, order }: CarrierDetailView, total: number): ListState => ({
  path,
  query,
  ...order,
  total,
});
