import "server-only";
import { z } from "zod";
import {
  CRON,
  defineOperation,
  INGEST_TOKEN,
  type Operation,
  PUBLIC,
  type Requirement,
} from "@/lib/operation/define-operation";
import { RawReply } from "./reply";

/** One call of the API: method, path in Next's spelling (`/service/x/[id]`), operation. */
export type Route = readonly [method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE", path: string, operation: Operation];

/** The OpenAPI 3.1 description of the routes, from the operations' own schemas. */
export function openApiOf(routes: readonly Route[]) {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const [method, path, operation] of routes) {
    const url = path.replace(/\[(\w+)\]/g, "{$1}");
    const item = paths[url] ?? {};
    item[method.toLowerCase()] = describe(method, url, operation);
    paths[url] = item;
  }
  return {
    openapi: "3.1.0",
    info: { title: "Frostline", version: "1" },
    components: {
      securitySchemes: {
        session: { type: "http", scheme: "bearer", description: "Token of POST /service/user/login, or its cookie" },
        ingest: { type: "http", scheme: "bearer", description: "Ingest token of a gateway or customer" },
        cron: { type: "http", scheme: "bearer", description: "The secret of the variable CRON_SECRET" },
      },
    },
    paths,
  };
}

type ObjectSchema = { properties?: Record<string, unknown>; required?: string[] };

/** The schema of the body: the input without path parameters. */
function without({ properties = {}, required = [], ...schema }: ObjectSchema, inPath: readonly string[]): ObjectSchema {
  const entries = Object.entries(properties).filter(([name]) => !inPath.includes(name));
  return {
    ...schema,
    properties: Object.fromEntries(entries),
    required: required.filter((name) => !inPath.includes(name)),
  };
}

function contentOf({ body }: Operation, schema: ObjectSchema) {
  if (body?.fileKey) {
    const file = { type: "string", format: "binary" };
    const form = { ...schema, properties: { ...schema.properties, [body.fileKey]: file } };
    const types = body.fileTypes ?? ["application/octet-stream"];
    return {
      "multipart/form-data": { schema: form },
      ...Object.fromEntries(types.map((type) => [type, { schema: file }])),
    };
  }
  if (body?.hasForm) return { "application/json": { schema }, "application/x-www-form-urlencoded": { schema } };
  if (body?.textKey) return { "text/plain": { schema: schema.properties?.[body.textKey] ?? { type: "string" } } };
  if (body?.valueKey) return { "application/json": { schema: schema.properties?.[body.valueKey] ?? {} } };
  const lines = body?.ndjsonKey ? { "application/x-ndjson": { schema: { type: "string" } } } : {};
  return { "application/json": { schema }, ...lines };
}

function securityOf(permission: Requirement): Record<string, never[]>[] {
  if (permission === PUBLIC) return [];
  if (permission === CRON) return [{ cron: [] }];
  return [permission === INGEST_TOKEN ? { ingest: [] } : { session: [] }];
}

function describe(method: string, url: string, operation: Operation) {
  const schema: ObjectSchema = z.toJSONSchema(operation.input, { io: "input", unrepresentable: "any" });
  const inPath = [...url.matchAll(/\{(\w+)\}/g)].map((match) => match[1] as string);
  // If the body is the value of one key, the other fields are in the query.
  const bodyKey = operation.body?.valueKey ?? operation.body?.textKey;
  const rest = Object.keys(schema.properties ?? {}).filter((name) => !inPath.includes(name) && name !== bodyKey);
  const parameter = (name: string, place: "path" | "query") => ({
    name,
    in: place,
    required: place === "path" || (schema.required ?? []).includes(name),
    schema: schema.properties?.[name] ?? {},
  });
  // The fields of a DELETE are taken from the query as well, which more clients can send; a secret is not for an address.
  const hasBody = method === "POST" || method === "PUT" || (method === "DELETE" && rest.includes("password"));
  const isBody = hasBody && !operation.body?.isInQuery;
  return {
    // Derived from the path: one operation may have two paths, such as the code and its refresh.
    operationId: `${method.toLowerCase()}${url.replaceAll(/[{}]/g, "").replaceAll("/", ".").replace(".service", "")}`,
    "x-operation": operation.name,
    "x-permission": operation.permission,
    security: securityOf(operation.permission),
    parameters: [
      ...inPath.map((name) => parameter(name, "path")),
      ...(isBody && !bodyKey ? [] : rest.map((name) => parameter(name, "query"))),
    ],
    ...(isBody ? { requestBody: { content: contentOf(operation, without(schema, inPath)) } } : {}),
    responses: {
      200: { description: "state.code 200000 and result" },
      default: {
        description: "state.code, error, msg, detail, requestId, issues; with RECORD_CHANGED version and changes",
      },
    },
  };
}

/** The operation behind `GET /service/openapi.json`. */
export const describeApi = (routes: readonly Route[]) =>
  defineOperation({
    name: "api.describe",
    kind: "query",
    permission: PUBLIC,
    input: z.object({}),
    run: async () => new RawReply(JSON.stringify(openApiOf(routes)), { "content-type": "application/json" }),
  });
