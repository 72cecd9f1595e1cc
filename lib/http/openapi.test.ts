import { describe, expect, it } from "vitest";
import { z } from "zod";
import { defineOperation, INGEST_TOKEN, PUBLIC } from "@/lib/operation/define-operation";
import { openApiOf } from "./openapi";

const run = async () => null;
const id = z.coerce.number().int().positive();
const rename = defineOperation({
  name: "zone.rename",
  kind: "mutation",
  permission: "editDataZone",
  input: z.strictObject({ id, name: z.string().min(1), note: z.string().optional() }),
  run,
  audit: { entity: "zone", id: () => 1 },
});
const list = defineOperation({
  name: "zone.list",
  kind: "query",
  permission: PUBLIC,
  input: z.strictObject({ q: z.string().optional(), measure: z.string() }),
  run,
});
const take = defineOperation({
  name: "x.take",
  kind: "intake",
  permission: INGEST_TOKEN,
  input: z.looseObject({ readings: z.array(z.unknown()) }),
  body: { maximumBytes: 100, ndjsonKey: "readings" },
  run,
});
const write = defineOperation({
  name: "x.write",
  kind: "intake",
  permission: INGEST_TOKEN,
  input: z.object({ payload: z.string(), precision: z.string().optional() }),
  body: { maximumBytes: 100, textKey: "payload" },
  run,
});
const tell = defineOperation({
  name: "x.tell",
  kind: "intake",
  permission: INGEST_TOKEN,
  input: z.object({ payload: z.looseObject({ at: z.string() }), token: z.string().optional() }),
  body: { maximumBytes: 100, valueKey: "payload" },
  run,
});

const { paths } = openApiOf([
  ["GET", "/service/zone", list],
  ["PUT", "/service/zone/[id]", rename],
  ["POST", "/service/ingest/x", take],
  ["POST", "/service/ingest/lines", write],
  ["GET", "/service/ingest/lines", write],
  ["POST", "/service/ingest/[token]/x", tell],
]);

describe("the description of the calls", () => {
  it("puts what the path does not name of a query into the query", () => {
    expect(paths["/service/zone"]?.get).toMatchObject({
      operationId: "get.zone",
      "x-permission": "public",
      security: [],
      parameters: [
        { name: "q", in: "query", required: false },
        { name: "measure", in: "query", required: true },
      ],
    });
    expect(paths["/service/zone"]?.get).not.toHaveProperty("requestBody");
  });

  it("asks for nothing twice: what the path gives is not in the body", () => {
    const call = paths["/service/zone/{id}"]?.put as {
      parameters: unknown[];
      requestBody: { content: Record<string, { schema: { properties: object; required: string[] } }> };
    };
    expect(call).toMatchObject({
      security: [{ session: [] }],
      parameters: [{ name: "id", in: "path", required: true }],
    });
    const schema = call.requestBody.content["application/json"]?.schema;
    expect(Object.keys(schema?.properties ?? {})).toEqual(["name", "note"]);
    expect(schema?.required).toEqual(["name"]);
  });

  it("names every kind of body that is taken", () => {
    expect(paths["/service/ingest/x"]?.post).toMatchObject({
      security: [{ ingest: [] }],
      requestBody: { content: { "application/json": {}, "application/x-ndjson": {} } },
    });
  });

  it("puts what stands beside a body as a whole into the query", () => {
    const precision = { name: "precision", in: "query", required: false };
    expect(paths["/service/ingest/lines"]?.post).toMatchObject({
      parameters: [precision],
      requestBody: { content: { "text/plain": { schema: { type: "string" } } } },
    });
    expect(paths["/service/ingest/lines"]?.get).toMatchObject({ parameters: [precision] });
    expect(paths["/service/ingest/{token}/x"]?.post).toMatchObject({
      parameters: [{ name: "token", in: "path", required: true }],
      requestBody: { content: { "application/json": { schema: { properties: { at: { type: "string" } } } } } },
    });
  });
});
