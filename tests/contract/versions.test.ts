import { eq, getTableName } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { ROUTES } from "@/app/service/routes";
import { db } from "@/db/client";
import { userAccount } from "@/db/schema";
import { seedReference } from "@/db/seed/reference";
import { createDashboard } from "@/features/home/dashboard/operations";
import { VERSIONED } from "@/lib/audit/versioned";
import { ROOT_USER_ID } from "@/lib/auth/principal";
import type { Route } from "@/lib/http/openapi";
import type { OperationContext } from "@/lib/operation/context";
import { accountContext, makeUser } from "../factories/account";
import { refusal } from "../support/refusal";
import { FIXTURES, ROWS } from "./access-fixtures";
import { makeWorld, type World } from "./access-world";

/** Updates without a version, and why. */
const WITHOUT: Record<string, string> = {
  "calibration.update": "moves one date, the reminder's; a certificate itself is never changed",
  "carrierFile.update": "renames a document: one field",
  "plinthBinding.update": "records an event, what happened to a sensor; nothing is overwritten",
  "profile.update": "is the account's own; the form of accounts, in which others change it, has a version",
  "savedView.update": "renames, shares or replaces a view: one thing at a time, while the present one is shown",
};

/** Of a table, the columns whose change makes no next version: nobody edits them in a form. */
const NOT_EDITED: Record<string, readonly string[]> = {
  carrier: ["status", "resume_status", "defrost_until", "alarm_switch", "alarm_paused_until"],
  contact: ["user_id", "pin_failures", "pin_locked_until"],
  customer: ["ingest_token_hash"],
  dashboard: ["user_id", "position", "is_shared", "updated_at"],
  device: [
    ...["last_seen_at", "firmware", "properties", "properties_at", "applied_settings", "config_status"],
    ...["ingest_token_hash", "resume_use", "custody", "unit_id"],
  ],
  export_task: ["user_id", "is_paused", "next_at"],
  forward_target: ["password_set_at", "app_key_hash", "app_key_set_at", "changed_at", "may_reach_private"],
  geofence: ["judged_from"],
  guide_group: ["is_edited", "position"],
  guide_item: ["is_edited", "position", "updated_at"],
  invalid_rule: ["updated_at"],
  menu_resource: ["position"],
  monitor_task: ["next_at", "created_by"],
  print_group: ["next_at", "origin"],
  printer: ["model", "checked_at", "problem", "problem_detail", "may_reach_private"],
  record_point: ["carrier_id", "planned_until", "next_at"],
  reply_provider: ["secret", "previous_secret", "previous_until", "last_reply_at"],
  report_template: ["origin"],
  role: ["type", "cancelled_with", "is_default"],
  scene: ["parent_id", "sort_order", "plan_file_id", "plan_width", "plan_height"],
  transport: [
    ...["state", "carrier_id", "precooling", "loaded_at", "closed_at", "cancel_reason", "code_id", "followed_at"],
    ...["created_by", "how"],
  ],
  user_account: [
    ...["cancelled_with", "is_default", "password_hash", "must_change_password", "is_guide_on", "checklist_closed_at"],
    ...["locale", "home_style", "avatar_id", "signature_id", "proxy_customer_id", "totp_secret", "totp_confirmed_at"],
    ...["totp_last_step", "failed_logins", "locked_until"],
  ],
  verification_task: [
    ...["number", "carrier_id", "object", "state", "started_at", "recorded_from", "recorded_to", "stop_reason"],
    ...["timeout_told_at", "exception_told_at", "due_told_at", "overdue_told_at", "result", "verdict", "data_sha256"],
    ...["frozen_at", "remark", "terminated_at", "terminated_by", "created_by"],
  ],
  work_order: [
    ...["number", "state", "is_by_rule", "rule_id", "task_id", "cause", "cause_key", "scene_id", "carrier_id"],
    ...["device_id", "exception_id", "created_by", "reminded_at", "overdue_at", "accepted_by", "accepted_at"],
    ...["processed_at", "result", "confirmed_by", "confirmed_at", "stars", "rating_comment", "closed_at"],
    "cancel_reason",
  ],
  work_order_rule: ["enabled_at"],
};
const NEVER = ["id", "created_at", "version", "is_shipped"];

const updates = [
  ...new Map(
    ROUTES.filter(([, , { name }]) => name.endsWith(".update")).map((route) => [route[2].name, route] as const),
  ).values(),
].sort(([, , a], [, , b]) => (a.name < b.name ? -1 : 1));
const versioned = updates.filter(([, , { name }]) => !(name in WITHOUT));

let world: World;
let callers: OperationContext[];
beforeAll(async () => {
  await seedReference(db());
  await db().update(userAccount).set({ mustChangePassword: false }).where(eq(userAccount.id, ROOT_USER_ID));
  world = await makeWorld(db());
  callers = [
    await accountContext(db(), await makeUser(db(), world.customer.id)),
    await accountContext(db(), { id: ROOT_USER_ID }),
  ];
}, 120_000);
afterAll(() => db().$client.end({ timeout: 5 }));

const tableOf = (entity: string) => {
  const found = VERSIONED[entity];
  if (!found) throw new Error(`${entity} has no versions`);
  return { table: getTableName(found.table), key: found.key.name };
};

const versionOf = async (entity: string, id: number): Promise<number> => {
  const { table, key } = tableOf(entity);
  const [row] = await db().$client.unsafe<{ version: number }[]>(
    `select version from "${table}" where "${key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)}" = ${id}`,
  );
  return row?.version as number;
};

/** A row of the caller's own, where the fixture's is somebody else's. */
const OWN: Record<string, (caller: OperationContext) => Promise<{ id: number }>> = {
  "dashboard.update": (caller) => createDashboard.call(caller, { name: `board ${Math.random()}` }),
};

/** A row of the kind, the input that changes it, and a caller who may. */
async function prepared([, path, { name, call }]: Route) {
  const fixture = FIXTURES[name];
  if (!fixture) throw new Error(`no fixture for ${name}`);
  const entity = name.slice(0, -".update".length);
  const segment = /\/(\w+)\/\[id\]/.exec(path)?.[1];
  const make = fixture.row ?? ROWS[segment ?? entity];
  const input: Record<string, unknown> = { ...(await fixture.input?.(db(), world, "done")) };
  const [own, root] = callers as [OperationContext, OperationContext];
  // The customer of the world has accounts that hold more than its own user.
  const caller = fixture.seenBy === "holder" || name === "customer.update" ? root : own;
  const id = Number((await OWN[name]?.(caller))?.id ?? input.id ?? (await make?.(db(), world, "done")));
  return { entity, id, input: { ...input, id }, call, caller };
}

describe("every update of a record", () => {
  it("takes the version that it was made from, or there is a reason why not", () => {
    const without = updates.filter(([, , operation]) => {
      const schema = z.toJSONSchema(operation.input, { io: "input", unrepresentable: "any" });
      const { properties = {}, required = [] } = schema as { properties?: object; required?: string[] };
      return !("version" in properties) || required.includes("version");
    });
    expect(without.map(([, , { name }]) => name)).toEqual(Object.keys(WITHOUT).sort());
  });

  it.each(versioned.map((route) => [route[2].name, route] as const))(
    "%s refuses an older version, takes the present one, and any without",
    async (_name, route) => {
      const { entity, id, input, call, caller } = await prepared(route);
      const { table, key } = tableOf(entity);
      const opened = await versionOf(entity, id);
      expect(opened).toBeGreaterThanOrEqual(1);
      const column = key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
      await db().$client.unsafe(`update "${table}" set version = version + 1 where "${column}" = ${id}`);
      const failure = await refusal(call(caller, { ...input, version: opened }));
      expect(failure).toMatchObject({ code: "RECORD_CHANGED", version: opened + 1, changes: [] });
      expect(await versionOf(entity, id)).toBe(opened + 1);
      await call(caller, { ...input, version: opened + 1 });
      const saved = await versionOf(entity, id);
      expect(saved).toBeGreaterThan(opened + 1);
      // The columns have their values already, as when only rows of other tables change.
      await call(caller, input);
      expect(await versionOf(entity, id)).toBeGreaterThan(saved);
    },
  );
});

describe("the next version", () => {
  it("is made by a change of any column that people edit", async () => {
    const rows = await db().$client<{ name: string; columns: string[]; watched: string[] }[]>`
      select c.relname as name,
             array(select attname::text from pg_attribute where attrelid = c.oid and attnum > 0 and not attisdropped) as columns,
             array(select a.attname::text from pg_attribute a where a.attrelid = c.oid and a.attnum = any (t.tgattr)) as watched
        from pg_trigger t join pg_class c on c.oid = t.tgrelid where t.tgname = 'versioned' order by 1`;
    const tables = [...new Set(Object.keys(VERSIONED).map((entity) => tableOf(entity).table))].sort();
    expect(rows.map(({ name }) => name)).toEqual(tables);
    for (const { name, columns, watched } of rows)
      expect({ name, watched: watched.toSorted() }).toEqual({
        name,
        watched: columns.filter((column) => ![...NEVER, ...(NOT_EDITED[name] ?? [])].includes(column)).toSorted(),
      });
  });
});
