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
  /** The parameters of the address that the list understood. */
  values: Record<string, string>;
  order: { start: number; length: number; sort: string; dir: "asc" | "desc" };
  timeZone: string;
  now: number;
};

/** Contacts: the groups of a customer, and the people of one of them. */
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
