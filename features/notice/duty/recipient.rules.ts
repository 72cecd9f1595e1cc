import type { NoticeChannel, NoticeRemark } from "@/db/enums";

/** A contact of a group with the channels that it allows. */
export type GroupContact = {
  id: number;
  level: number;
  channels: readonly NoticeChannel[];
  /** The address for each channel; a channel without one reaches nobody. Undefined: every channel has one. */
  addresses?: Partial<Record<NoticeChannel, string>>;
};

const isReachable = ({ channels, addresses }: GroupContact, channel: NoticeChannel): boolean =>
  channels.includes(channel) && (addresses === undefined || addresses[channel] !== undefined);

/**
 * Selects the contacts of a group to notify while `onDutyIds` are on duty: these, or the whole group if nobody is on
 * duty or none of the `working` channels reaches any of them. `remark` gives the reason. In the whole group each
 * contact has its own remark.
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

/** The contacts that allow the channel. Records with the same address, e.g. one per level, are included once. */
export const notifiedBy = <C extends GroupContact>(people: readonly C[], channel: NoticeChannel): C[] =>
  people
    .filter(({ channels }) => channels.includes(channel))
    .filter(({ addresses }, index, all) => {
      const address = addresses?.[channel];
      return address === undefined || all.findIndex((one) => one.addresses?.[channel] === address) === index;
    });
