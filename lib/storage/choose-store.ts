import "server-only";
import type { FileStoreName } from "@/db/file-enums";
import { env } from "@/lib/env/env";
import { type ObjectStore, readObjectStoreUrl } from "@/lib/env/object-store";
import { DATABASE_STORE } from "./database-store";
import type { FileStore } from "./file-store";
import { objectStoreAt } from "./s3-store";

/** The object store that FILES_URL names, or null. */
export const objectStore = (): ObjectStore | null => readObjectStoreUrl(env().FILES_URL ?? "");

/** The store for new files, by FILES_URL. */
export const currentStore = (): FileStore => storeOf(objectStore() ? "s3" : "database");

/** The store that a file is in. Throws if it is the object store and FILES_URL does not name one any more. */
export function storeOf(name: FileStoreName): FileStore {
  if (name === "database") return DATABASE_STORE;
  const at = objectStore();
  if (!at) throw new Error("the file is in an object store, and FILES_URL does not name one");
  return objectStoreAt(at);
}
