import { useTranslations } from "next-intl";
import { ListScreen } from "@/components/data-table/list-screen";
import { selectOf } from "@/components/search-bar/criterion";
import { TRANSPORT_STATES } from "@/db/transport-enums";
import type { ListView } from "@/lib/resource/list-query";
import { PHASES, type TransportDto } from "../transport.schema";
import { TransportTable, type TransportTableProps } from "./transport-table";

type TransportScreenProps = Omit<TransportTableProps, "timeZone" | "now"> & { view: ListView<TransportDto> };

/** Transports, planned, on their way and in the archive: the criteria and the rows. */
export function TransportScreen({ view, ...props }: TransportScreenProps) {
  const t = useTranslations("transport");
  const { timeZone, now } = view;
  return (
    <ListScreen
      path="/goods/transport"
      view={view}
      criteria={[
        { kind: "text", name: "q", label: t("search.label"), placeholder: t("search.hint") },
        selectOf("phase", t("field.phase"), PHASES, (value) => t(`phase.${value}`)),
        selectOf("state", t("field.state"), TRANSPORT_STATES, (value) => t(`state.${value}`)),
      ]}
    >
      {(table) => <TransportTable {...table} {...props} timeZone={timeZone} now={now} />}
    </ListScreen>
  );
}
