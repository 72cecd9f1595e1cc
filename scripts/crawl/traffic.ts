import { setTimeout as pause } from "node:timers/promises";
import type { Page, Request } from "@playwright/test";
import type { Fault } from "./findings";

const QUIET_MS = 150;
const PATIENCE_MS = 10_000;

/** Records the requests and console messages of a page between two addresses. */
export class Traffic {
  private faults: Fault[] = [];
  private readonly open = new Set<Request>();
  private lastAt = Date.now();

  constructor(page: Page) {
    page.on("console", (message) => {
      // Failed responses are reported below with their address.
      if (message.type() === "error" && !message.text().startsWith("Failed to load resource"))
        this.add("console", message.text());
    });
    page.on("pageerror", (error) => this.add("script", String(error)));
    page.on("request", (request) => {
      // The live connection never ends.
      if (request.resourceType() !== "eventsource") this.open.add(request);
    });
    page.on("requestfinished", (request) => this.close(request));
    page.on("requestfailed", (request) => {
      this.close(request);
      const reason = request.failure()?.errorText ?? "";
      // Requests aborted by navigation are not faults of the page.
      if (reason !== "net::ERR_ABORTED") this.add("request", `${reason} ${pathOf(request.url())}`);
    });
    page.on("response", (response) => {
      if (response.status() >= 400 && !response.request().isNavigationRequest())
        this.add("answer", `${response.status()} ${response.request().method()} ${pathOf(response.url())}`);
    });
  }

  /** Clears the records before the next address. */
  begin(): void {
    this.faults = [];
    this.open.clear();
  }

  /** Resolves once no request is open. */
  async settle(): Promise<void> {
    const end = Date.now() + PATIENCE_MS;
    while (this.open.size > 0 || Date.now() - this.lastAt < QUIET_MS) {
      if (Date.now() > end) return this.add("never settles", [...this.open].map((one) => pathOf(one.url())).join(" "));
      await pause(25);
    }
  }

  /** Returns the faults since the last call. */
  take(): Fault[] {
    return this.faults.splice(0);
  }

  private close(request: Request): void {
    this.open.delete(request);
    this.lastAt = Date.now();
  }

  private add(rule: string, detail: string): void {
    this.faults.push({ level: "error", rule, detail });
  }
}

/** Replaces numbers, so that the same fault on two records counts as one. */
const pathOf = (url: string): string => new URL(url).pathname.replace(/\/\d+(?=\/|$)/g, "/…");
