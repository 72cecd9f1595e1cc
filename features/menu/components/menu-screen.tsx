import { useTranslations } from "next-intl";
import { SearchBar } from "@/components/search-bar/search-bar";
import { PageBody } from "@/components/shell/page-body";
import { RESOURCE_PATH } from "../menu.rules";
import type { MenuGroupDto } from "../menu.schema";
import { MenuEditor } from "./menu-editor";
import type { Rights } from "./menu-row";

type MenuScreenProps = {
  groups: readonly MenuGroupDto[];
  /** All groups by name, independent of the search. */
  choices: readonly { id: number; label: string }[];
  q: string;
  rights: Rights;
  timeZone: string;
  now: number;
};

/** The menu editor for Root: groups and their entries. */
export function MenuScreen({ groups, choices, q, rights, timeZone, now }: MenuScreenProps) {
  const t = useTranslations("menu");
  return (
    <PageBody fill>
      <SearchBar
        path={RESOURCE_PATH}
        values={q ? { q } : {}}
        timeZone={timeZone}
        now={now}
        criteria={[{ kind: "text", name: "q", label: t("filter.q") }]}
      />
      <MenuEditor groups={groups} choices={choices} isNarrowed={q !== ""} rights={rights} />
    </PageBody>
  );
}
