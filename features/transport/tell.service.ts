import "server-only";
import { planHandoverMail } from "@/features/notice/notice.service";
import type { MutationContext } from "@/lib/operation/define-operation";
import { findConcerned, type HandoverRow } from "./handover.data";
import { readersOf } from "./tell.rules";
import type { TransportDto } from "./transport.schema";

/** Plans the mails about an answer that somebody has to act on, each once. */
export async function tellOfAnswer(
  ctx: MutationContext,
  { id, answer, receiverName: receiver, remark, answeredAt }: HandoverRow,
  { id: transportId, customerId, number, consignor, stops, carrier }: TransportDto,
): Promise<void> {
  if (answer === "accepted") return;
  const concerned = await findConcerned(ctx.tx, transportId);
  const [from, to] = [stops[0]?.name ?? "", stops.at(-1)?.name ?? ""];
  const news = {
    ...({ type: "handover", transportId, number, answer, receiver, remark } as const),
    ...{ at: answeredAt.getTime(), from, to, carrier: carrier.name ?? "" },
  };
  for (const { who, reader } of readersOf(concerned, consignor))
    await planHandoverMail(ctx.tx, { customerId, key: `handover:${id}:${who}`, reader, news });
}
