import { useTranslations } from "next-intl";
import { PAGING } from "@/components/data-table/list-href";
import { SearchBar } from "@/components/search-bar/search-bar";
import { PageBody } from "@/components/shell/page-body";
import { CONTACT_CHANNELS, CONTACT_LEVELS } from "../contact.rules";
import { ContactBoard, type ContactBoardProps } from "./contact-board";

const PATH = "/arch/contacts";
const PLACE = ["customerId", "groupId"];
const UNFILTERED = new Set<string>([...Object.values(PAGING), ...PLACE]);

export type ContactScreenProps = Omit<ContactBoardProps, "path" | "list" | "isFiltered" | "search" | "clock"> & {
  /** The URL parameters that the list recognised. */
  values: Record<string, string>;
  order: { start: number; length: number; sort: string; dir: "asc" | "desc" };
  timeZone: string;
  now: number;
};

export function ContactScreen({ values, order, timeZone, now, ...board }: ContactScreenProps) {
  const t = useTranslations("contact");
  const place = {
    customerId: String(board.customerId),
    ...(board.group && { groupId: String(board.group.id) }),
  };
  return (
    <PageBody fill>
      <ContactBoard
        {...board}
        path={PATH}
        clock={{ timeZone, now }}
        list={{ path: PATH, query: { ...values, ...place }, ...order }}
        isFiltered={Object.keys(values).some((name) => !UNFILTERED.has(name))}
        search={
          <SearchBar
            path={PATH}
            values={{ ...values, ...place }}
            keep={["sort", "dir", "iDisplayLength", ...PLACE]}
            timeZone={timeZone}
            now={now}
            criteria={[
              { kind: "text", name: "q", label: t("filter.q"), placeholder: t("filter.qHint") },
              {
                kind: "select",
                name: "level",
                label: t("filter.level"),
                options: CONTACT_LEVELS.map((level) => ({ value: String(level), label: t("level", { level }) })),
              },
              {
                kind: "select",
                name: "channel",
                label: t("filter.channel"),
                options: CONTACT_CHANNELS.map((channel) => ({ value: channel, label: t(`channel.${channel}`) })),
              },
            ]}
          />
        }
      />
    </PageBody>
  );
}
