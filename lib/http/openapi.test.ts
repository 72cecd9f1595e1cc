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
const upload = (fileTypes?: string[]) =>
  defineOperation({
    name: "x.upload",
    kind: "intake",
    permission: INGEST_TOKEN,
    input: z.object({ id, plan: z.instanceof(Uint8Array), note: z.string().optional() }),
    body: { maximumBytes: 100, fileKey: "plan", ...(fileTypes && { fileTypes }) },
    run,
  });

const { paths } = openApiOf([
  ["GET", "/service/zone", list],
  ["PUT", "/service/zone/[id]", rename],
  ["POST", "/service/ingest/x", take],
  ["POST", "/service/ingest/lines", write],
  ["GET", "/service/ingest/lines", write],
  ["POST", "/service/ingest/[token]/x", tell],
  ["POST", "/service/x/[id]/file", upload()],
  ["POST", "/service/x/[id]/picture", upload(["image/png", "image/jpeg"])],
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
    const file = { type: "string", format: "binary" };
    const form = { properties: { plan: file, note: { type: "string" } }, required: ["plan"] };
    for (const [path, ...types] of [
      ["/service/x/{id}/file", "application/octet-stream"],
      ["/service/x/{id}/picture", "image/png", "image/jpeg"],
    ] as const) {
      const call = paths[path]?.post as { requestBody: { content: Record<string, { schema: object }> } };
      const { "multipart/form-data": whole, ...raw } = call.requestBody.content;
      expect(whole?.schema).toMatchObject(form);
      expect(whole?.schema).not.toHaveProperty("properties.id");
      expect(raw).toEqual(Object.fromEntries(types.map((type) => [type, { schema: file }])));
    }
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
