import "server-only";
import { visibilityOf } from "@/lib/auth/visibility";
import { defineOperation } from "@/lib/operation/define-operation";
import type { Page } from "@/lib/resource/list-query";
import { findDue } from "./due.data";
import { type DueDto, DueListQuery } from "./due.schema";

/** The carriers that are verified, with when that is due again. */
export const listDue = defineOperation({
  name: "verificationDue.list",
  kind: "query",
  permission: "viewVerifyTask",
  input: DueListQuery,
  run: (ctx, query): Promise<Page<DueDto>> => findDue(ctx.db, visibilityOf(ctx), query, ctx.now),
});
