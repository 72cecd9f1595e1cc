import type { Db } from "@/db/client";
import { alarmSilence, alarmSilenceTarget } from "@/db/schema";
import type { Accounts } from "./accounts";
import type { World } from "./world";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

type DemoSilence = {
  carriers: readonly string[];
  reason: string;
  createdBy: keyof Pick<Accounts, "admin" | "user" | "agent">;
  /** Relative to now, in ms. */
  startsIn: number;
  lasts: number;
  /** Relative to its start, if it was ended early. */
  endedAfter?: number;
};

/** None is in effect: nothing that is ongoing in the demo world may be suppressed. */
const SILENCES: readonly DemoSilence[] = [
  {
    carriers: ["胰岛素冷藏柜"],
    reason: "除霜，药品已移至备用冷藏柜",
    createdBy: "user",
    startsIn: -9 * DAY,
    lasts: 3 * HOUR,
    endedAfter: 2 * HOUR,
  },
  {
    carriers: ["储血冰箱2号", "检验科试剂冰箱2号"],
    reason: "年度校准，由计量院上门进行",
    createdBy: "admin",
    startsIn: 3 * DAY,
    lasts: 4 * HOUR,
  },
  {
    carriers: ["Schnellkühler Wareneingang"],
    reason: "Wartung der Kälteanlage",
    createdBy: "agent",
    startsIn: 5 * DAY,
    lasts: 6 * HOUR,
  },
];

/** Inserts past and planned maintenance silences. */
export async function insertSilences(tx: Db, world: World, accounts: Accounts, now: number): Promise<void> {
  for (const { carriers, reason, createdBy, startsIn, lasts, endedAfter } of SILENCES) {
    const found = carriers.map((name) => {
      const carrier = world.carriers.find(({ plan }) => plan.name === name);
      if (!carrier) throw new Error(`no carrier ${name}`);
      return carrier;
    });
    const startsAt = now + startsIn;
    const [row] = await tx
      .insert(alarmSilence)
      .values({
        customerId: found[0]?.customer.id as number,
        reason,
        startsAt: new Date(startsAt),
        endsAt: new Date(startsAt + lasts),
        createdBy: accounts[createdBy],
        createdAt: new Date(Math.min(now, startsAt) - HOUR),
        ...(endedAfter && { endedAt: new Date(startsAt + endedAfter), endedBy: accounts[createdBy] }),
      })
      .returning({ id: alarmSilence.id });
    const silenceId = row?.id as number;
    await tx.insert(alarmSilenceTarget).values(found.map(({ id }) => ({ silenceId, carrierId: id })));
  }
}
