import { useTranslations } from "next-intl";
import { ListScreen } from "@/components/data-table/list-screen";
import { selectOf } from "@/components/search-bar/criterion";
import { Alert } from "@/components/ui/alert";
import { Stamp } from "@/components/value/stamp";
import type { ListView } from "@/lib/resource/list-query";
import { ADAPTERS, type OverflowDto, type UnknownDeviceDto } from "../schema";
import { type UnknownRights, UnknownTable } from "./unknown-table";

type UnknownScreenProps = ListView<UnknownDeviceDto> & { overflow: OverflowDto; rights: UnknownRights };

/** Devices that send but are not registered. */
export function UnknownScreen({ overflow, rights, ...view }: UnknownScreenProps) {
  const t = useTranslations("unknown-device");
  const { timeZone, now } = view;
  return (
    <ListScreen
      path="/device/unknown"
      view={view}
      criteria={[
        { kind: "text", name: "q", label: t("filter.q"), placeholder: t("filter.qHint") },
        selectOf("adapter", t("column.adapter"), ADAPTERS, (adapter) => t(`adapter.${adapter}`)),
      ]}
    >
      {(table) => (
        <>
          {overflow.droppedCount > 0 && overflow.droppedAt !== null && (
            <Alert tone="warning">
              {t.rich("overflow", {
                count: overflow.droppedCount,
                at: () => <Stamp at={new Date(overflow.droppedAt ?? 0).toISOString()} timeZone={timeZone} />,
              })}
            </Alert>
          )}
          <UnknownTable {...table} rights={rights} timeZone={timeZone} now={now} />
        </>
      )}
    </ListScreen>
  );
}
