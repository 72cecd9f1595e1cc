/** So much at once, and so much more in each second after. */
export type Allowance = { burst: number; perSecond: number };

type Level = { amount: number; at: number };

/** Names that are kept; beyond, those that have been quiet for longest are forgotten. */
const MAXIMUM_NAMES = 20_000;

/** How much of its allowance each name has used: a bucket that leaks. Instants in epoch ms, waits in ms. */
export class Meter {
  private readonly levels = new Map<string, Level>();

  constructor(
    private readonly allowance: Allowance,
    private readonly maximumNames = MAXIMUM_NAMES,
  ) {}

  /** Milliseconds until `amount` more is within the allowance of `name`; 0 if it is now. More than a burst is one. */
  waitMs(name: string, amount: number, now: number): number {
    const { burst, perSecond } = this.allowance;
    const asked = Math.min(amount, burst);
    return Math.max(0, Math.ceil(((this.levelOf(name, now) + asked - burst) / perSecond) * 1000));
  }

  /** Counts `amount` if it is within, and only then: whoever is refused may ask again. The wait, 0 if counted. */
  spend(name: string, amount: number, now: number): number {
    const wait = this.waitMs(name, amount, now);
    if (wait === 0) this.set(name, this.levelOf(name, now) + amount, now);
    return wait;
  }

  /** Takes back what was counted. */
  giveBack(name: string, amount: number, now: number): void {
    if (this.levels.has(name)) this.set(name, Math.max(0, this.levelOf(name, now) - amount), now);
  }

  private set(name: string, amount: number, now: number): void {
    // Put behind the others, so that the first is the one that was quiet for longest.
    this.levels.delete(name);
    if (this.levels.size >= this.maximumNames) this.levels.delete(this.levels.keys().next().value as string);
    this.levels.set(name, { amount, at: now });
  }

  private levelOf(name: string, now: number): number {
    const known = this.levels.get(name);
    if (!known) return 0;
    return Math.max(0, known.amount - (Math.max(0, now - known.at) / 1000) * this.allowance.perSecond);
  }
}
