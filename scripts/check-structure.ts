// Checks the names, locations and sizes of files, and the import direction.
import { ROOT } from "./product/paths.mjs";
import { report } from "./report";
import { readTree } from "./source-tree";
import { checkFiles } from "./structure/files";
import { checkImports } from "./structure/imports";

process.chdir(ROOT);
report("structure", [...checkFiles(readTree(ROOT)), ...(await checkImports())]);
