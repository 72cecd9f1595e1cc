import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { db } from "@/db/client";
import { exception, outbox, scene } from "@/db/schema";
import { getException, listExceptions, summariseExceptions } from "@/features/exception/exception.operations";
import { acknowledgeException } from "@/features/exception/handling/operations";
import { getHomeOverview } from "@/features/home/home.operations";
import { exportNoticeLog, listNoticeLog } from "@/features/notice/log/operations";
import { deliverNotice } from "@/features/notice/notice.jobs";
import { subscribeLive } from "@/features/telemetry/live/live.operations";
import type { RawReply } from "@/lib/http/reply";
import { liveBus } from "@/lib/live/live";
import type { OperationContext } from "@/lib/operation/context";
import { accountContext, makeUser } from "../factories/account";
import { makeCustomer, makeGateway } from "../factories/world";
import { exceptionsOf, INTERVAL, job, makeDevice, report, sweep } from "../support/watched-devices";

type Heard = { event: string; data: { id?: number; exceptionId?: number; change?: string; carrierName?: string } };

let owner: Awaited<ReturnType<typeof makeCustomer>>;
let wardId: number;
let neighbourId: number;
let nurse: OperationContext;
let admin: OperationContext;
/** At the nurse's node, and at the neighbour's. */
let own: { gateway: number; display: number; blackout: number };
let others: typeof own;
let heard: Heard[];
let stop: () => Promise<void>;

const node = async (name: string) => {
  const values = { customerId: owner.id, parentId: owner.sceneId, code: name, name };
  const [row] = await db().insert(scene).values(values).returning();
  return row?.id as number;
};

/** A gateway without power and a display at a node, both silent: their exceptions. */
async function fail(sceneId: number) {
  const gateway = await makeGateway(db(), owner.id, { ...INTERVAL, sceneId, name: `GW ${sceneId}` });
  const display = await makeDevice({ ...owner, sceneId }, "display", { name: `D ${sceneId}` });
  await report(gateway, 0, { power: 0 });
  await report(display, 0, { battery: 80 });
  return { gateway, display };
}

/** What a live stream tells, from now on. */
async function listen(ctx: OperationContext) {
  const reply = (await subscribeLive.call(ctx, {})) as RawReply;
  const reader = (reply.body as ReadableStream<Uint8Array>).getReader();
  const all: Heard[] = [];
  const reading = (async () => {
    let text = "";
    for (let chunk = await reader.read(); !chunk.done; chunk = await reader.read()) {
      text += new TextDecoder().decode(chunk.value);
      const blocks = text.split("\n\n");
      text = blocks.pop() ?? "";
      for (const block of blocks) {
        const [, event = "", data = "{}"] = /event: (.*)\ndata: (.*)/.exec(block) ?? [];
        if (event) all.push({ event, data: JSON.parse(data) });
      }
    }
  })();
  return { all, stop: () => reader.cancel().then(() => reading) };
}

beforeAll(async () => {
  owner = await makeCustomer(db());
  wardId = await node("Ward");
  neighbourId = await node("Neighbour");
  nurse = await accountContext(db(), await makeUser(db(), owner.id, { scopeType: 0, sceneIds: [wardId] }));
  admin = await accountContext(db(), await makeUser(db(), owner.id));
  const stream = await listen(nurse);
  ({ stop } = stream);
  heard = stream.all;
  const [here, there] = [await fail(wardId), await fail(neighbourId)];
  await sweep(4);
  const idsOf = async ({ gateway, display }: typeof here) => {
    const [blackout, silence] = await exceptionsOf(gateway);
    const [lost] = await exceptionsOf(display);
    return { blackout: blackout?.id as number, gateway: silence?.id as number, display: lost?.id as number };
  };
  [own, others] = [await idsOf(here), await idsOf(there)];
  for (const { id } of await db()
    .select({ id: outbox.id })
    .from(outbox)
    .where(
      sql`payload->>'exceptionId' = any(${`{${[...Object.values(own), ...Object.values(others)].join(",")}}`}::text[])`,
    ))
    await deliverNotice.run({ outboxId: id }, job(5));
});

afterAll(async () => {
  await stop();
  await liveBus().close();
  await db().$client.end({ timeout: 5 });
});

const sorted = (ids: readonly number[]) => ids.toSorted((a, b) => a - b);
const ownIds = () => sorted(Object.values(own));
const allIds = () => sorted([...Object.values(own), ...Object.values(others)]);

describe("devices at a node, to an account that is bound to it", () => {
  it("are in the list with their place, those of the neighbour are not", async () => {
    const { items, total } = await listExceptions.call(nurse, { iDisplayLength: 100 } as never);
    expect(sorted(items.map(({ id }) => id))).toEqual(ownIds());
    expect(total).toBe(ownIds().length);
    for (const { carrier, scenePath } of items)
      expect({ carrier, scenePath }).toEqual({ carrier: null, scenePath: [{ id: wardId, name: "Ward" }] });
    expect((await listExceptions.call(admin, { iDisplayLength: 100 } as never)).total).toBe(allIds().length);
    const below = await listExceptions.call(admin, { sceneId: wardId } as never);
    expect(sorted(below.items.map(({ id }) => id))).toEqual(ownIds());
  });

  it("are shown one by one, those of the neighbour are not found", async () => {
    expect(await getException.call(nurse, { id: own.gateway })).toMatchObject({ id: own.gateway });
    await expect(getException.call(nurse, { id: others.gateway })).rejects.toMatchObject({ code: "NOT_FOUND" });
  });

  it("are counted", async () => {
    const counts = async (ctx: OperationContext) => [
      (await summariseExceptions.call(ctx, {})).open,
      (await getHomeOverview.call(ctx, {})).exceptions?.open,
    ];
    expect(await counts(nurse)).toEqual([ownIds().length, ownIds().length]);
    expect(await counts(admin)).toEqual([allIds().length, allIds().length]);
  });

  it("are heard as live events and shown as pop-ups", async () => {
    const idsOf = (event: string) =>
      sorted([
        ...new Set(heard.flatMap((one) => (one.event === event ? (one.data.id ?? one.data.exceptionId ?? 0) : []))),
      ]);
    await expect.poll(() => idsOf("exception")).toEqual(ownIds());
    await expect.poll(() => idsOf("notice")).toEqual(ownIds());
    const popups = heard.flatMap(({ event, data }) => (event === "notice" ? [data] : []));
    expect(popups).toContainEqual(
      expect.objectContaining({
        ...{ kind: "blackout", carrierName: "Ward" },
        device: { kind: "gateway", name: `GW ${wardId}` },
      }),
    );
  });

  it("have their notices in the log and its file", async () => {
    const { items } = await listNoticeLog.call(nurse, { iDisplayLength: 100 } as never);
    expect(sorted(items.map(({ exceptionId }) => exceptionId as number))).toEqual(ownIds());
    const file = (await exportNoticeLog.call(nurse, {} as never)) as RawReply;
    const text = await new Response(file.body as BodyInit).text();
    for (const name of [`GW ${wardId}`, `D ${wardId}`]) expect(text).toContain(name);
    for (const name of [`GW ${neighbourId}`, `D ${neighbourId}`]) expect(text).not.toContain(name);
  });

  it("are acknowledged, and the account hears of it; those of the neighbour are not", async () => {
    const input = { comment: "seen" };
    await acknowledgeException.call(nurse, { id: own.display, ...input });
    await expect
      .poll(() => heard.map(({ data }) => [data.id, data.change]))
      .toContainEqual([own.display, "acknowledged"]);
    await expect(acknowledgeException.call(nurse, { id: others.display, ...input })).rejects.toMatchObject({
      code: "NOT_FOUND",
    });
    const [row] = await db().select().from(exception).where(eq(exception.id, others.display));
    expect(row?.acknowledgedAt).toBeNull();
  });
});
