import { useLocale, useTranslations } from "next-intl";
import { ListScreen } from "@/components/data-table/list-screen";
import { selectOf } from "@/components/search-bar/criterion";
import { CARRIER_TYPES, RECORD_SHEET_STATUSES } from "@/db/enums";
import { PlaceCriterion } from "@/features/carrier/components/criteria";
import { monthText } from "@/lib/datetime/month";
import type { ListView } from "@/lib/resource/list-query";
import { recentMonths } from "../month.rules";
import type { SheetRowDto } from "../sheet.schema";
import { SheetTable } from "./sheet-table";

const PATH = "/arch/temprecord";
/** Months offered by the filter. */
const MONTHS = 24;
/** A month begins earlier in some zones than in UTC. */
const DAY_MS = 86_400_000;

/** Collected records: the sheets of carriers and months, for filling in and approval. */
export function SheetListScreen({ mayApprove, ...view }: ListView<SheetRowDto> & { mayApprove: boolean }) {
  const t = useTranslations("record");
  const tType = useTranslations("carrier.type");
  const locale = useLocale();
  return (
    <ListScreen
      path={PATH}
      view={view}
      criteria={[
        { kind: "text", name: "q", label: t("filter.q"), placeholder: t("filter.qHint") },
        {
          kind: "custom",
          name: "sceneId",
          label: t("filter.sceneId"),
          control: <PlaceCriterion value={view.values.sceneId} />,
        },
        selectOf("month", t("filter.month"), recentMonths(view.now + DAY_MS, MONTHS), (month) =>
          monthText(`${month}-01`, locale),
        ),
        selectOf("status", t("filter.status"), ["not-approved", ...RECORD_SHEET_STATUSES], (value) =>
          t(`status.${value}`),
        ),
        selectOf("carrierType", t("filter.carrierType"), CARRIER_TYPES, (value) => tType(value)),
      ]}
    >
      {(table) => <SheetTable {...table} mayApprove={mayApprove} timeZone={view.timeZone} now={view.now} />}
    </ListScreen>
  );
}
