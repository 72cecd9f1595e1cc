import { PageBody } from "@/components/shell/page-body";
import { ChapterList } from "../group/components/chapter-list";
import type { GuideGroupDto, GuideRowDto } from "../schema";
import { ItemList } from "./item-list";

export type Rights = { create: boolean; edit: boolean; remove: boolean };

/** A chapter, and how many topics it holds. */
export type CountedGroup = GuideGroupDto & { count: number };

type AdministrationScreenProps = {
  groups: CountedGroup[];
  /** The chapter whose topics are shown; null where there is none yet. */
  groupId: number | null;
  items: GuideRowDto[];
  rights: Rights;
};

/** The online help as the platform writes it: chapters on the left, the topics of one on the right. */
export function AdministrationScreen({ groups, groupId, items, rights }: AdministrationScreenProps) {
  const group = groups.find(({ id }) => id === groupId);
  return (
    <PageBody fill className="md:flex-row">
      <ChapterList groups={groups} groupId={groupId} rights={rights} />
      {group && <ItemList key={group.id} group={group} groups={groups} items={items} rights={rights} />}
    </PageBody>
  );
}
