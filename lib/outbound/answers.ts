import { OutboundError } from "./outbound-error";

/** A platform's reply to a message: `{"id":"…","ok":true}`, or `false` and an error. */
type Answer = { id?: unknown; ok?: unknown; error?: unknown };

const MAXIMUM_ERROR = 200;

/** Matches replies to pending messages by id; other replies are ignored. */
export class Answers {
  private readonly waiting = new Map<string, { done: () => void; fail: (error: Error) => void }>();

  /** Resolves when the platform has confirmed the message. Throws OutboundError. */
  wait(id: string, timeoutMs: number): Promise<void> {
    return new Promise<void>((done, fail) => {
      const timer = setTimeout(() => settle(() => fail(new OutboundError("timeout"))), timeoutMs);
      const settle = (end: () => void) => {
        clearTimeout(timer);
        this.waiting.delete(id);
        end();
      };
      this.waiting.set(id, { done: () => settle(done), fail: (error) => settle(() => fail(error)) });
    });
  }

  /** Processes a reply of the platform. */
  take(text: string): void {
    const answer = parse(text);
    const waiter = answer && typeof answer.id === "string" ? this.waiting.get(answer.id) : undefined;
    if (!answer || !waiter) return;
    if (answer.ok === true) waiter.done();
    else waiter.fail(new OutboundError("refused", String(answer.error ?? "").slice(0, MAXIMUM_ERROR)));
  }

  /** The connection is lost: rejects all pending messages. */
  failAll(error: Error): void {
    for (const { fail } of [...this.waiting.values()]) fail(error);
  }
}

function parse(text: string): Answer | null {
  try {
    const value: unknown = JSON.parse(text);
    return value !== null && typeof value === "object" ? value : null;
  } catch {
    return null;
  }
}
