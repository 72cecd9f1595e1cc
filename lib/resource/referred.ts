type Named = { id: number; name: string };

/** `groupId` and `groupName` of what a record refers to as `group`, as its update takes it. */
export const referredOne = <K extends string>(key: K, one: Named | null) =>
  ({ [`${key}Id`]: one?.id ?? null, [`${key}Name`]: one?.name }) as Record<`${K}Id`, number | null> &
    Record<`${K}Name`, string | undefined>;

/** `sceneIds` and `sceneNames` of what a record refers to as `scenes`. */
export const referredAll = <K extends string>(key: K, all: readonly Named[]) =>
  ({ [`${key}Ids`]: all.map(({ id }) => id), [`${key}Names`]: all.map(({ name }) => name).join(", ") }) as Record<
    `${K}Ids`,
    number[]
  > &
    Record<`${K}Names`, string>;
