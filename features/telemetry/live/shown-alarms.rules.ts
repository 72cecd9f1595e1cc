import type { PopupDto } from "@/features/notice/notice.schema";

/** A page may stay open for weeks: the oldest are forgotten. */
const MOST = 500;
/** Changes after which nobody needs to be called any more. */
const OVER = new Set(["acknowledged", "withdrawn"]);

type Change = { id: number; change: string; by?: string };

/** The alarms that pop-ups of this page have shown, also those that were dismissed or have gone by themselves. */
export class ShownAlarms {
  readonly #places = new Map<number, string>();

  add({ exceptionId, carrierName }: Pick<PopupDto, "exceptionId" | "carrierName">): void {
    this.#places.delete(exceptionId);
    this.#places.set(exceptionId, carrierName);
    const [oldest] = this.#places.keys();
    if (this.#places.size > MOST && oldest !== undefined) this.#places.delete(oldest);
  }

  /** The user has acknowledged it here, which needs no further message. */
  forget(exceptionId: number): void {
    this.#places.delete(exceptionId);
  }

  /**
   * What the user is told of a change, once: who acknowledged an alarm that was shown here, and where it is. Null for any
   * other change.
   */
  newsOf({ id, change, by }: Change): { name: string; place: string } | null {
    if (!OVER.has(change)) return null;
    const place = this.#places.get(id);
    this.#places.delete(id);
    return place !== undefined && by ? { name: by, place } : null;
  }
}
