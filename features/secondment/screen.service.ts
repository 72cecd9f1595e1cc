import "server-only";
import type { PageContext } from "@/lib/page/define-page";
import { loadList, recordRights } from "@/lib/resource/list-page";
import { listSecondments } from "./secondment.operations";

/** Loads the list page: the secondments, and the account's rights. */
export async function loadSecondmentScreen(ctx: PageContext) {
  const { create } = recordRights(ctx, "Secondment");
  return { view: await loadList(ctx, listSecondments), rights: { create } };
}
