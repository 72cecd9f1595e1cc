// Checks the messages: four languages with the same keys, every key that the code uses, no unused keys.
import { basename, dirname } from "node:path";
import { LOCALES } from "@/lib/i18n/routing";
import { checkMessages } from "./messages/check";
import { ROOT } from "./product/paths.mjs";
import { report } from "./report";
import { readTree } from "./source-tree";

const CODE = /^(?:app|components|features|lib|worker)\/.*(?<!\.test)\.tsx?$/;

const tree = readTree(ROOT);
const catalogues = tree
  .filter(({ path }) => /^messages\/[^/]+\/[^/]+\.json$/.test(path))
  .map(({ path, text }) => ({
    locale: basename(dirname(path)),
    namespace: basename(path, ".json"),
    content: JSON.parse(text) as unknown,
  }));
const sources = tree.filter(({ path }) => CODE.test(path));
report("messages", checkMessages({ catalogues, locales: LOCALES, sources }));
