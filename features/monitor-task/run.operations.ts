import "server-only";
import { visibilityOf } from "@/lib/auth/visibility";
import { defineOperation } from "@/lib/operation/define-operation";
import type { Page } from "@/lib/resource/list-query";
import { findFindings, findRuns } from "./run.data";
import { type FindingDto, FindingListQuery, type RunDto, RunListQuery } from "./task.schema";

/** The runs of visible tasks, the newest first. */
export const listMonitorRuns = defineOperation({
  name: "monitorRun.list",
  kind: "query",
  permission: "viewDetectionTask",
  input: RunListQuery,
  run: (ctx, query): Promise<Page<RunDto>> => findRuns(ctx.db, visibilityOf(ctx), query),
});

/** What runs found: devices that were off, with what followed. */
export const listMonitorFindings = defineOperation({
  name: "monitorFinding.list",
  kind: "query",
  permission: "viewDetectionTask",
  input: FindingListQuery,
  run: (ctx, query): Promise<Page<FindingDto>> => findFindings(ctx.db, visibilityOf(ctx), query),
});
