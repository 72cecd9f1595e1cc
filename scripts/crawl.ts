// `npm run crawl`: visits every screen in all languages, themes and sizes with every kind of account. Reasons:
// `docs/decisions/028-benches-and-crawl.md`.
import { rmSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join, resolve } from "node:path";
import { makeLinkKey } from "../tests/support/exception-link";
import { accountsOf } from "./crawl/accounts";
import { crawl } from "./crawl/crawl";
import { summaryOf, tableOf } from "./crawl/findings";
import { readChoice } from "./crawl/plan";
import { ROOT } from "./product/paths.mjs";
import { withDemoProduct } from "./testing/demo-product.mjs";
import { runSupervised } from "./testing/session.mjs";

await runSupervised(async (tools) => {
  const choice = readChoice(process.argv.slice(2), availableParallelism());
  const folder = resolve(ROOT, choice.folder);
  for (const part of choice.themes.flatMap((theme) => choice.sizes.map((size) => `${theme}-${size}`)))
    for (const old of [part, `${part}.html`]) rmSync(join(folder, old), { recursive: true, force: true });
  const look = async (baseURL: string, linkKey?: string) => {
    const accounts = await accountsOf(baseURL, choice.callers, process.env);
    return crawl({ ...choice, folder }, { baseURL, accounts, linkKey }, tools.say);
  };
  let result: Awaited<ReturnType<typeof crawl>> | undefined;
  const { BASE_URL } = process.env;
  if (BASE_URL) result = await look(BASE_URL);
  // Logins are rate-limited by address; behind a trusted proxy the crawl can use many addresses.
  else
    await withDemoProduct(tools, { TRUSTED_PROXIES: "1", SIMULATE: "on" }, async ({ env, directory }) => {
      result = await look(env.BASE_URL as string, (await makeLinkKey(directory)).key);
    });
  if (!result) return 1;
  const { findings, looked, looks, sheets } = result;
  for (const line of [...tableOf(findings, looked), ...sheets, summaryOf(findings, looks)]) tools.say(line);
  return findings.some(({ level }) => level === "error") ? 1 : 0;
});
