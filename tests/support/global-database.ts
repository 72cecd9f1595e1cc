import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { startEmbeddedPostgres } from "../../scripts/embedded-pg.mjs";
import { createTemplate } from "./template";

declare module "vitest" {
  interface ProvidedContext {
    /** URL of the maintenance database of the server with all test databases. */
    adminUrl: string;
  }
}

/** One disposable PostgreSQL for the whole run, with a migrated template that every test file clones. */
export default async function setup(project: TestProject) {
  const dataDirectory = mkdtempSync(join(tmpdir(), "frostline-test-"));
  // The server runs as another user if the tests run as root.
  chmodSync(dataDirectory, 0o755);
  const server = await startEmbeddedPostgres({ dataDirectory, durable: false });
  // An interrupted run exits without its teardown.
  const abandon = () => {
    server.kill();
    rmSync(dataDirectory, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
  };
  process.once("exit", abandon);
  const teardown = async () => {
    process.off("exit", abandon);
    await server.stop();
    rmSync(dataDirectory, { recursive: true, force: true });
  };
  try {
    const adminUrl = server.url.replace(/[^/]*$/, "postgres");
    await createTemplate(adminUrl, "none");
    project.provide("adminUrl", adminUrl);
    return teardown;
  } catch (error) {
    await teardown();
    throw error;
  }
}
