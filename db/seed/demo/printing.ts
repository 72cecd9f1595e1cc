import type { Db } from "@/db/client";
import type { PrintContent, PrintPage, PrintProblem, PrintState } from "@/db/print-enums";
import { printer, printGroup, printGroupCarrier, printGroupPrinter, printJob } from "@/db/schema";
import { formatStamp } from "@/lib/datetime/format";
import type { Accounts } from "./accounts";
import type { World } from "./world";

const HOUR = 3_600_000;
/** Addresses of documentation (RFC 5737): nothing answers there, and the product connects to none of them. */
const PRINTERS = [
  { name: "药剂科打印机", kind: "ipp", location: "门诊楼二层", host: "192.0.2.31", port: 631, path: "/ipp/print" },
  { name: "急诊标签机", kind: "escpos", location: "急诊药房", host: "192.0.2.32", port: 9100, path: "" },
] as const;
const CARRIERS = ["胰岛素冷藏柜", "急诊药房冷藏柜", "母乳冷藏柜"];

const page = (heading: string, values: Partial<PrintPage> = {}): PrintPage => ({
  ...{ heading, facts: [], table: null, code: null, notes: [] },
  ...values,
});

const label = (name: string): PrintPage => page(name, { facts: [["类型", "冰箱"]], code: name });

const record = (name: string): PrintPage =>
  page(name, {
    table: {
      head: ["时间", "温度 °C"],
      rows: [
        ["08:00", "4.6"],
        ["12:00", "5.1"],
        ["17:00", "8.4 ▲"],
      ],
    },
    notes: ["▲ 高于范围   ▼ 低于范围"],
  });

type Plan = {
  printer: 0 | 1;
  content: PrintContent;
  title: string;
  pages: PrintPage[];
  state: PrintState;
  problem?: PrintProblem;
  attempts: number;
  /** Hours before now. */
  ago: number;
  /** By the print group. */
  isGrouped?: true;
};

const PLANS: readonly Plan[] = [
  {
    ...{ printer: 0, content: "dayRecord", title: "日记录", pages: CARRIERS.map(record), state: "printed" },
    ...{ attempts: 1, ago: 26, isGrouped: true },
  },
  {
    ...{ printer: 1, content: "carrierLabel", title: "监测点标签", pages: CARRIERS.map(label), state: "printed" },
    ...{ attempts: 1, ago: 25 },
  },
  {
    ...{ printer: 0, content: "dayRecord", title: "日记录", pages: CARRIERS.map(record), state: "failed" },
    ...{ problem: "paper", attempts: 11, ago: 8, isGrouped: true },
  },
  {
    ...{ printer: 1, content: "carrierLabel", title: "监测点标签", pages: [label("母乳冷藏柜")], state: "unclear" },
    ...{ problem: "unconfirmed", attempts: 1, ago: 3 },
  },
  {
    ...{ printer: 1, content: "test", title: "测试页", pages: [page("急诊标签机")], state: "cancelled" },
    ...{ attempts: 0, ago: 2 },
  },
];

/** Two printers of the hospital, a print group that is switched off, and jobs that ended in several ways. */
export async function insertPrinting(
  tx: Db,
  { carriers }: World,
  accounts: Accounts,
  places: { hospital: number },
  now: number,
): Promise<void> {
  const customerId = places.hospital;
  const chosen = carriers.filter(({ plan }) => CARRIERS.includes(plan.name));
  const { timeZone = "UTC", name: customer = "" } = chosen[0]?.customer.plan ?? {};
  const printers = await tx
    .insert(printer)
    .values(
      PRINTERS.map((one, index) => ({
        ...{ customerId, ...one, checkedAt: new Date(now - (index === 0 ? 4 : 3) * HOUR) },
        problem: index === 0 ? ("paper" as const) : null,
      })),
    )
    .returning({ id: printer.id, name: printer.name });
  const [group] = await tx
    .insert(printGroup)
    .values({
      ...{ customerId, name: "每日记录", isEnabled: false, contents: ["dayRecord"], times: [8 * 60, 17 * 60] },
      locale: "zh-CN",
    })
    .returning({ id: printGroup.id });
  const groupId = (group as { id: number }).id;
  await tx.insert(printGroupPrinter).values({ groupId, printerId: (printers[0] as { id: number }).id });
  await tx.insert(printGroupCarrier).values(chosen.map(({ id: carrierId }) => ({ groupId, carrierId })));
  await tx.insert(printJob).values(
    PLANS.map(({ printer: index, ago, isGrouped, title, pages, state, attempts, problem = null, content }, place) => {
      const { id: printerId, name: printerName } = printers[index] as { id: number; name: string };
      const createdAt = new Date(now - ago * HOUR);
      const made = `打印于 ${formatStamp(createdAt, { timeZone })}`;
      const asked = isGrouped ? { groupId, dueAt: createdAt } : { userId: accounts.admin, userName: "陈国栋" };
      return {
        ...{ customerId, printerId, printerName, content, key: `demo:${place}`, locale: "zh-CN" },
        ...{
          state,
          attempts,
          problem,
          createdAt,
          endedAt: createdAt,
          document: { title, customer, made, pages },
        },
        ...(attempts > 0 && { sentAt: createdAt }),
        ...(state === "printed" && { isConfirmed: true }),
        ...asked,
      };
    }),
  );
}
