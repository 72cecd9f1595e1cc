import { useTranslations } from "next-intl";
import { ListScreen } from "@/components/data-table/list-screen";
import { selectOf } from "@/components/search-bar/criterion";
import { SHARE_KINDS } from "@/db/share-enums";
import type { ListView } from "@/lib/resource/list-query";
import { SHARE_STATES, type ShareDto, type ShareRights } from "../share.schema";
import { ShareTable } from "./share-table";

type ShareScreenProps = { view: ListView<ShareDto>; rights: ShareRights };

/** Codes with their openings; the address names what is open over them. */
export function ShareScreen({ view, rights }: ShareScreenProps) {
  const t = useTranslations("share");
  return (
    <ListScreen
      path="/code/findCode"
      view={view}
      criteria={[
        { kind: "text", name: "q", label: t("search"), placeholder: t("searchHint") },
        selectOf("kind", t("column.kind"), SHARE_KINDS, (value) => t(`kind.${value}`)),
        selectOf("state", t("column.state"), SHARE_STATES, (value) => t(`state.${value}`)),
      ]}
    >
      {(table) => <ShareTable {...table} rights={rights} timeZone={view.timeZone} now={view.now} />}
    </ListScreen>
  );
}
