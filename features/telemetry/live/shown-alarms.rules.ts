import type { PopupDto } from "@/features/notice/notice.schema";

/** Maximum number of alarms in memory, since a page may be open for weeks. */
const MOST = 500;
/** Changes after which an alarm needs no attention. */
const OVER = new Set(["acknowledged", "withdrawn"]);

type Change = { id: number; change: string; by?: string; byUserId?: number };

/** The alarms that pop-ups of this page have shown, including dismissed and expired ones. */
export class ShownAlarms {
  readonly #places = new Map<number, string>();
  readonly #userId: number;

  constructor(userId: number) {
    this.#userId = userId;
  }

  add({ exceptionId, carrierName }: Pick<PopupDto, "exceptionId" | "carrierName">): void {
    this.#places.delete(exceptionId);
    this.#places.set(exceptionId, carrierName);
    const [oldest] = this.#places.keys();
    if (this.#places.size > MOST && oldest !== undefined) this.#places.delete(oldest);
  }

  /**
   * The message about a change, returned once: who else acknowledged an alarm that was shown here, and its location.
   * Null for any other change.
   */
  newsOf({ id, change, by, byUserId }: Change): { name: string; place: string } | null {
    if (!OVER.has(change)) return null;
    const place = this.#places.get(id);
    this.#places.delete(id);
    return place !== undefined && by && byUserId !== this.#userId ? { name: by, place } : null;
  }
}
