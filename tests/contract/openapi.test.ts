import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { ROUTES } from "@/app/service/routes";
import { ALL_PERMISSIONS } from "@/lib/auth/permissions";
import { handlerOf } from "@/lib/http/handle";
import { describeApi } from "@/lib/http/openapi";

type Parameter = { name: string; in: string; required: boolean; schema: object };
type Call = {
  operationId: string;
  "x-permission": string;
  security: Record<string, string[]>[];
  parameters: Parameter[];
  requestBody?: { content: Record<string, { schema: { properties?: object; required?: string[] } }> };
  responses: Record<string, { description: string }>;
};
type Document = {
  openapi: string;
  info: { title: string; version: string };
  components: { securitySchemes: Record<string, { type: string; scheme?: string }> };
  paths: Record<string, Record<string, Call>>;
};

const request = new Request("http://frost.test/service/openapi.json");
const response = await handlerOf(describeApi(ROUTES))(request, { params: Promise.resolve({}) });
const document = (await response.json()) as Document;
const calls = Object.entries(document.paths).flatMap(([path, item]) =>
  Object.entries(item).map(([method, call]) => ({ path, method, call })),
);
const named = calls.map((entry) => [`${entry.method} ${entry.path}`, entry] as const);

describe("the description of the API", () => {
  it("is JSON, as OpenAPI 3.1 wants its document", () => {
    expect([response.status, response.headers.get("content-type")]).toEqual([200, "application/json"]);
    expect(document.openapi).toMatch(/^3\.1\.\d+$/);
    expect(document.info).toEqual({ title: expect.stringMatching(/\S/), version: expect.stringMatching(/\S/) });
    for (const scheme of Object.values(document.components.securitySchemes))
      expect(scheme).toMatchObject({ type: "http", scheme: "bearer" });
  });

  it("lists every call, and no other", () => {
    const expected = ROUTES.map(([method, path]) => `${method.toLowerCase()} ${path.replace(/\[(\w+)\]/g, "{$1}")}`);
    expect(calls.map(({ method, path }) => `${method} ${path}`).sort()).toEqual(expected.sort());
  });

  it("gives each call an id of its own", () => {
    const ids = calls.map(({ call }) => call.operationId);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it.each(named)("describes %s", (_, { path, method, call }) => {
    // Clients of other makers know no prefix: they ask at the root of the host.
    expect(path).toMatch(/^(\/service|\/api\/v1)(\/[\w.]+|\/\{\w+\})+$|^\/(write|query|ping|api\/home\/login)$/);
    expect(Object.keys(call.responses).length).toBeGreaterThan(0);
    for (const [status, { description }] of Object.entries(call.responses)) {
      expect(status).toMatch(/^([1-5]\d\d|default)$/);
      expect(description).toMatch(/\S/);
    }
    for (const scheme of call.security.flatMap(Object.keys))
      expect(document.components.securitySchemes).toHaveProperty(scheme);

    const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
    expect(call.parameters.filter((parameter) => parameter.in === "path").map(({ name }) => name)).toEqual(inPath);
    const places = call.parameters.map((parameter) => `${parameter.in} ${parameter.name}`);
    expect(new Set(places).size).toBe(places.length);
    for (const parameter of call.parameters) {
      expect(["path", "query"]).toContain(parameter.in);
      if (parameter.in === "path") expect(parameter.required).toBe(true);
      expect(parameter.schema).toBeTypeOf("object");
    }

    // This one has its field in the query (specification, section 7); that one has a password.
    const isInQuery = path === "/service/mine/guide";
    const isSecret = method === "delete" && path === "/service/mine/totp";
    expect(Boolean(call.requestBody)).toBe(((method === "post" || method === "put") && !isInQuery) || isSecret);
    if (isInQuery) expect(places).toEqual(["query on"]);
    for (const [type, { schema }] of Object.entries(call.requestBody?.content ?? {})) {
      expect(type).toMatch(/^[\w-]+\/[\w.+-]+$/);
      for (const name of schema.required ?? []) expect(schema.properties).toHaveProperty(name);
      for (const name of inPath) expect(schema.properties ?? {}).not.toHaveProperty(name as string);
    }
  });

  const lists = ROUTES.flatMap(([method, path, operation]) => {
    const { parameters = [] } = document.paths[path.replace(/\[(\w+)\]/g, "{$1}")]?.[method.toLowerCase()] ?? {};
    const named = parameters.filter((one) => one.in === "query" && "type" in one.schema && one.schema.type === "array");
    return method === "DELETE" ? named.map(({ name }) => [path, name, operation] as const) : [];
  });
  it.each(lists)("of DELETE %s takes %s from the query, as it says", (_, name, { input }) => {
    const ids = name === "keys" ? [randomUUID(), randomUUID()] : [5, 71];
    const issues = input.safeParse({ [name]: ids.join(",") }).error?.issues ?? [];
    expect(issues.filter(({ path }) => path[0] === name)).toEqual([]);
  });

  it("says which permission each call needs", () => {
    const known = new Set<string>([...ALL_PERMISSIONS, "signed-in", "public", "ingest-token", "cron-secret"]);
    for (const { call } of calls) expect(known).toContain(call["x-permission"]);
  });
});
