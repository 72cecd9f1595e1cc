import { POST as chirpstack } from "@/app/service/ingest/chirpstack/route";
import { POST as influx } from "@/app/service/ingest/influx/route";
import { POST as osmand, GET as osmandQuery } from "@/app/service/ingest/osmand/route";
import { POST as readings } from "@/app/service/ingest/readings/route";
import { POST as thingsboard } from "@/app/service/ingest/thingsboard/[token]/telemetry/route";
import { POST as tts } from "@/app/service/ingest/tts/route";
import { POST as zigbee2mqtt } from "@/app/service/ingest/zigbee2mqtt/route";

const DOORS = { chirpstack, influx, osmand, readings, thingsboard, tts, zigbee2mqtt };
export type Door = keyof typeof DOORS;

export type Answer = {
  status: number;
  result: { accepted: number; duplicates: number; rejected: { index: number; reason: string }[] } | null;
};

/** Sends a body to the route of an ingest endpoint without a server. `query` includes the question mark. */
export async function postIngest(
  door: Door,
  token: string,
  body: string | Uint8Array | null,
  query = "",
): Promise<Answer> {
  const isText = door === "influx";
  const request = new Request(`http://localhost/service/ingest/${door}${query}`, {
    method: body === null ? "GET" : "POST",
    headers: { authorization: `Bearer ${token}`, "content-type": isText ? "text/plain" : "application/json" },
    ...(body !== null && { body: body as BodyInit }),
  });
  const route = body === null ? osmandQuery : DOORS[door];
  const params = Promise.resolve(door === "thingsboard" ? { token } : {});
  const response = await (route as (request: Request, context: { params: typeof params }) => Promise<Response>)(
    request,
    { params },
  );
  const { result } = (await response.json()) as { result: Answer["result"] };
  return { status: response.status, result };
}
