import type { NoticeChannel, NoticeRemark } from "@/db/enums";

/** A contact of a group with the channels that the person allows. */
export type GroupContact = {
  id: number;
  level: number;
  channels: readonly NoticeChannel[];
  /** Where messages by each channel go; one without an address reaches nobody. Not given: every channel has one. */
  addresses?: Partial<Record<NoticeChannel, string>>;
};

const isReachable = ({ channels, addresses }: GroupContact, channel: NoticeChannel): boolean =>
  channels.includes(channel) && (addresses === undefined || addresses[channel] !== undefined);

/**
 * Who of a group is notified while the contacts of `onDutyIds` are on duty: these, or the whole group if nobody is on duty
 * or none of the `working` channels reaches any of them. `remark` says which; in the whole group each has its own.
 */
export function whomToNotify<C extends GroupContact>(
  group: readonly C[],
  onDutyIds: readonly number[],
  working: readonly NoticeChannel[],
): { people: readonly (C & { remark: NoticeRemark })[]; remark: NoticeRemark } {
  const isOnDuty = ({ id }: C) => onDutyIds.includes(id);
  const onDuty = group.filter(isOnDuty);
  const isReached = onDuty.some((person) => working.some((channel) => isReachable(person, channel)));
  const remark: NoticeRemark = onDuty.length === 0 ? "nobodyOnDuty" : isReached ? "onDuty" : "dutyUnreachable";
  const people = (isReached ? onDuty : group)
    .map((person): C & { remark: NoticeRemark } => ({ ...person, remark: isOnDuty(person) ? "onDuty" : remark }))
    .sort((a, b) => Number(isOnDuty(b)) - Number(isOnDuty(a)) || a.level - b.level || a.id - b.id);
  return { people, remark };
}

/** Those who allow the channel. A person with several records, as one for each level, is notified once by an address. */
export const notifiedBy = <C extends GroupContact>(people: readonly C[], channel: NoticeChannel): C[] =>
  people
    .filter(({ channels }) => channels.includes(channel))
    .filter(({ addresses }, index, all) => {
      const address = addresses?.[channel];
      return address === undefined || all.findIndex((one) => one.addresses?.[channel] === address) === index;
    });
