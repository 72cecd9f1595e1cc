const DAY_MS = 86_400_000;

/** The day so many days after an instant (epoch ms), in UTC. */
export const dayAfter = (now: number, days: number): string => new Date(now + days * DAY_MS).toISOString().slice(0, 10);
