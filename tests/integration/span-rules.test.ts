import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { z } from "zod";
import { db } from "@/db/client";
import { listSilences } from "@/features/alarm/silence/silence.operations";
import { SilenceListQuery } from "@/features/alarm/silence/silence.schema";
import { listSwitchLog } from "@/features/alarm/switch-log/operations";
import { SwitchLogListQuery } from "@/features/alarm/switch-log/schema";
import { listLoginLog, listSysLog } from "@/features/audit/audit.operations";
import { LoginLogListQuery, SysLogListQuery } from "@/features/audit/audit.schema";
import { exportSysLog } from "@/features/audit/export.operations";
import { getRecord } from "@/features/carrier/record-time/operations";
import { RecordQuery } from "@/features/carrier/record-time/schema";
import { listExceptions, loadExceptionScreen } from "@/features/exception/exception.operations";
import { ExceptionListQuery } from "@/features/exception/exception.schema";
import { exportNoticeLog, listNoticeLog } from "@/features/notice/log/operations";
import { NoticeLogListQuery } from "@/features/notice/log/schema";
import { exportReadings } from "@/features/telemetry/history/export.operations";
import { getHistory, listReadings } from "@/features/telemetry/history/history.operations";
import { HistoryInput, HistoryRange, TableInput } from "@/features/telemetry/history/history.schema";
import { failureOf } from "@/lib/http/error-response";
import type { OperationContext } from "@/lib/operation/context";
import type { PageContext } from "@/lib/page/define-page";
import { issuesOf } from "@/lib/validation/issues";
import { spanRules } from "../contract/rules/span";
import { accountContext, makeUser } from "../factories/account";
import { makeCustomer, makeFridge } from "../factories/world";

let admin: OperationContext;
let ids: { probeIds: string; carrierId: number };

beforeAll(async () => {
  const customer = await makeCustomer(db());
  admin = await accountContext(db(), await makeUser(db(), customer.id));
  const { carrier, probes } = await makeFridge(db(), customer);
  ids = { probeIds: String(probes.temperature), carrierId: carrier.id };
});
afterAll(() => db().$client.end({ timeout: 5 }));

type Door = { schema: z.ZodType; call: (input: never) => Promise<unknown>; others?: () => object };
const ofProbes = () => ({ probeIds: ids.probeIds });

/** What takes a span: its schema, its call, and what it needs besides. */
const DOORS: Record<string, Door> = {
  sysLog: { schema: SysLogListQuery, call: (input) => listSysLog.call(admin, input) },
  sysLogExport: { schema: SysLogListQuery, call: (input) => exportSysLog.call(admin, input) },
  loginLog: { schema: LoginLogListQuery, call: (input) => listLoginLog.call(admin, input) },
  noticeLog: { schema: NoticeLogListQuery, call: (input) => listNoticeLog.call(admin, input) },
  noticeLogExport: { schema: NoticeLogListQuery, call: (input) => exportNoticeLog.call(admin, input) },
  alarmSwitchLog: { schema: SwitchLogListQuery, call: (input) => listSwitchLog.call(admin, input) },
  alarmSilence: { schema: SilenceListQuery, call: (input) => listSilences.call(admin, input) },
  exception: { schema: ExceptionListQuery, call: (input) => listExceptions.call(admin, input) },
  history: { schema: HistoryInput, call: (input) => getHistory.call(admin, input), others: ofProbes },
  historyExport: { schema: HistoryRange, call: (input) => exportReadings.call(admin, input), others: ofProbes },
  readings: { schema: TableInput, call: (input) => listReadings.call(admin, input), others: ofProbes },
  carrierRecord: {
    schema: RecordQuery,
    call: (input) => getRecord.call(admin, input),
    others: () => ({ id: ids.carrierId }),
  },
};

describe("a start after its end", () => {
  it.each(spanRules)(
    "of $entity from $fails.from to $fails.to: $rule",
    async ({ entity, field, passes, fails, rule }) => {
      const { schema, call, others = () => ({}) } = DOORS[entity] as Door;
      const inputOf = (span: unknown) => ({ ...others(), ...(span as object) }) as never;
      const parsed = schema.safeParse(inputOf(fails));
      expect(parsed.error ? issuesOf(parsed.error) : []).toMatchObject([{ path: field, rule }]);
      const refused = await call(inputOf(fails)).then(() => null, failureOf);
      expect(refused).toMatchObject({ code: "INVALID", issues: [{ path: field, rule }] });
      await expect(call(inputOf(passes))).resolves.toBeDefined();
    },
  );

  it("in the address of a list is left out, and the page is shown", async () => {
    const search = { from: "2026-11-20T12:00:00Z", to: "2026-11-19T12:00:00Z", state: "open" };
    const user = admin.actor.type === "user" && admin.actor.principal;
    const context = { ...admin, principal: user, search } as unknown as PageContext;
    const screen = await loadExceptionScreen(context, async () => true);
    expect(screen.values).toEqual({ from: search.from, state: "open" });
  });
});
