import { PageBody } from "@/components/shell/page-body";
import type { GuideRowDto } from "../guide.schema";
import { ChapterList } from "./chapter-list";
import type { CountedGroup } from "./item-form";
import { ItemList } from "./item-list";
import type { Rights } from "./item-row";

type AdministrationScreenProps = {
  groups: CountedGroup[];
  /** The selected chapter; null if there is none yet. */
  groupId: number | null;
  items: GuideRowDto[];
  rights: Rights;
};

/** Administration of the online help: chapters on the left, topics of the selected one on the right. */
export function AdministrationScreen({ groups, groupId, items, rights }: AdministrationScreenProps) {
  const group = groups.find(({ id }) => id === groupId);
  return (
    <PageBody fill className="md:flex-row">
      <ChapterList groups={groups} groupId={groupId} rights={rights} />
      {group && <ItemList key={group.id} group={group} groups={groups} items={items} rights={rights} />}
    </PageBody>
  );
}
