import { useTranslations } from "next-intl";
import { ListScreen } from "@/components/data-table/list-screen";
import { recordOf, selectOf } from "@/components/search-bar/criterion";
import { ARCHIVE_STATES } from "@/db/file-enums";
import type { ListView } from "@/lib/resource/list-query";
import type { ArchiveDto, ArchiveRights } from "../archive.schema";
import { ArchiveTable } from "./archive-table";

type ArchiveScreenProps = {
  view: ListView<ArchiveDto>;
  rights: ArchiveRights;
  /** Those in scope, if there are several. */
  customers: readonly { id: number; name: string }[];
  customerId: number;
  /** The last month that is over. */
  lastMonth: string;
};

/** The archives of customers by month; the address names what is open over them. */
export function ArchiveScreen({ view, rights, customers, customerId, lastMonth }: ArchiveScreenProps) {
  const t = useTranslations("archive");
  return (
    <ListScreen
      path="/arch/archive"
      view={view}
      criteria={[
        { kind: "text", name: "q", label: t("search"), placeholder: t("searchHint") },
        ...(customers.length > 1 ? [recordOf("customerId", t("column.customer"), customers)] : []),
        selectOf("state", t("column.state"), ARCHIVE_STATES, (value) => t(`state.${value}`)),
      ]}
    >
      {(table) => (
        <ArchiveTable
          {...table}
          {...{ rights, customers, customerId, lastMonth }}
          timeZone={view.timeZone}
          now={view.now}
        />
      )}
    </ListScreen>
  );
}
