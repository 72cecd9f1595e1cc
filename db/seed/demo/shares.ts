import { eq } from "drizzle-orm";
import type { Db } from "@/db/client";
import { shareCode, shareOpening, userAccount } from "@/db/schema";
import { KIND_RULES } from "@/features/share-code/kind.rules";
import { hashPassword } from "@/lib/auth/password";
import { newCode } from "@/lib/auth/share-code";
import type { Accounts } from "./accounts";
import { DEMO_PIN } from "./replies";
import type { World } from "./world";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

const PHONE = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148";
const DESKTOP = "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/142.0 Safari/537.36";

type DemoShare = {
  name: string;
  carrier?: string;
  /** The code of a node of the tree, for a board. */
  place?: string;
  hasPin?: true;
  isRevoked?: true;
  /** Days from now; null for ever. */
  expires: number | null;
  madeBefore: number;
  values?: Partial<typeof shareCode.$inferInsert>;
  /** Hours before now, with a wrong PIN or not. */
  openings?: readonly (readonly [hours: number, outcome?: "wrongPin"])[];
};

/** A code in each state, as a hospital and a haulier would have them. */
const SHARES: readonly DemoShare[] = [
  {
    ...{ name: "接种门诊公示：疫苗冰箱1号", carrier: "接种门诊疫苗冰箱1号", expires: 85, madeBefore: 5 },
    openings: [[90], [66.5], [41], [40.9], [18.2], [2.6], [0.4]],
  },
  {
    ...{ name: "督导检查：胰岛素冷藏柜", carrier: "胰岛素冷藏柜", hasPin: true, expires: 6, madeBefore: 1 },
    values: { fields: [...KIND_RULES.page.fields].filter((field) => field !== "position") },
    openings: [[20, "wrongPin"], [19.9]],
  },
  {
    ...{ name: "急诊药房冷藏柜", carrier: "急诊药房冷藏柜", expires: -3, madeBefore: 10 },
    openings: [[220], [130]],
  },
  {
    ...{ name: "供应商验收：疫苗冰箱3号", carrier: "接种门诊疫苗冰箱3号", expires: 20, madeBefore: 4 },
    values: { useLimit: 2, useCount: 2 },
    openings: [[70], [69]],
  },
  {
    ...{ name: "储血冰箱2号", carrier: "储血冰箱2号", expires: 30, madeBefore: 12 },
    isRevoked: true,
    openings: [[250]],
  },
  {
    ...{ name: "接种门诊大屏", place: "GZYH01", expires: null, madeBefore: 20 },
    values: { kind: "kiosk", fields: [], fromAt: null },
    openings: [[480], [200]],
  },
  {
    ...{ name: "Tour M-FR 4711", carrier: "M-FR 4711", expires: 0.3, madeBefore: 0.1 },
    values: { kind: "live", fields: [...KIND_RULES.live.chosen, "position"], fromAt: null },
    openings: [[2.1], [0.2]],
  },
];

/** Codes of the hospital and of a vehicle. */
export async function insertShares(tx: Db, world: World, accounts: Accounts, now: number): Promise<void> {
  const vehicle = world.carriers.find(({ plan }) => plan.shift)?.plan.name;
  const [maker] = await tx
    .select({ name: userAccount.name })
    .from(userAccount)
    .where(eq(userAccount.id, accounts.admin));
  for (const {
    name,
    carrier: wished,
    place,
    hasPin,
    isRevoked,
    expires,
    madeBefore,
    values = {},
    openings = [],
  } of SHARES) {
    const carrierName = values.kind === "live" ? vehicle : wished;
    const carrier = world.carriers.find(({ plan }) => plan.name === carrierName);
    const owner = carrier?.customer ?? world.customers.find(({ scenes }) => place !== undefined && scenes.has(place));
    if (!owner) throw new Error(`no subject of the code ${name}`);
    const [row] = await tx
      .insert(shareCode)
      .values({
        ...{ customerId: owner.id, kind: "page", ...newCode() },
        name: values.kind === "live" ? (vehicle ?? name) : name,
        carrierId: carrier?.id ?? null,
        sceneId: place === undefined ? null : (owner.scenes.get(place) ?? null),
        subject: carrier?.plan.name ?? name,
        fields: [...KIND_RULES.page.chosen],
        fromAt: new Date(now - (madeBefore + 7) * DAY),
        pinHash: hasPin ? await hashPassword(DEMO_PIN) : null,
        expiresAt: expires === null ? null : new Date(now + expires * DAY),
        createdBy: accounts.admin,
        author: maker?.name ?? "",
        createdAt: new Date(now - madeBefore * DAY),
        revokedAt: isRevoked ? new Date(now - 2 * DAY) : null,
        ...values,
      })
      .returning({ id: shareCode.id });
    const shareCodeId = row?.id as number;
    await tx.insert(shareOpening).values(
      openings.map(([hours, outcome], index) => ({
        ...{ shareCodeId, outcome: outcome ?? ("opened" as const), locale: index % 3 === 2 ? "en-US" : "zh-CN" },
        at: new Date(now - hours * HOUR),
        address: `203.0.113.${20 + index}`,
        userAgent: index % 2 === 0 ? PHONE : DESKTOP,
      })),
    );
  }
}
