import "server-only";
import type { z } from "zod";
import { type Db, transaction } from "@/db/client";
import { type Change, writeAudit } from "@/lib/audit/write-audit";
import type { Permission } from "@/lib/auth/permissions";
import { AppError } from "@/lib/errors";
import { log } from "@/lib/log/log";
import { holds, type OperationContext } from "./context";

/** Requires a login only. Written out, so that a missing permission is always deliberate. */
export const SIGNED_IN = "signed-in";
/** Requires nothing. */
export const PUBLIC = "public";
/** Requires a device's or customer's ingest token. */
export const INGEST_TOKEN = "ingest-token";

/** Requires the secret CRON_SECRET; if none is set, every call is refused. */
export const CRON = "cron-secret";

export type Requirement = Permission | typeof SIGNED_IN | typeof PUBLIC | typeof INGEST_TOKEN | typeof CRON;

/** The audit row of a mutation; `audit` in its context adds the changed fields. */
type Audit<I, O> = { entity: string; id: (output: O, input: I) => string | number };

export type MutationContext = OperationContext & {
  tx: Db;
  /** Records the values before and after, the customer concerned (default: the actor's) and the reason. */
  audit: (change: Change) => void;
  /**
   * Runs after the commit: live events, which must not be published for a change that was rolled back. A failure is
   * logged and does not fail the call, because the change is durable.
   */
  afterCommit: (work: () => Promise<void>) => void;
};

/**
 * Returned, not thrown, if the refusal itself must be recorded: the writes of the run commit with an audit row
 * `<name>.refused`, then the caller gets the error. Wrong passwords are counted this way.
 */
export class Refused {
  constructor(
    readonly error: AppError,
    readonly entityId: string | number,
  ) {}
}

/**
 * How the HTTP endpoint reads the body; default: JSON of at most 256 KiB. `fileKey`: it may be a file, raw or in a
 * form, passed under that key; `nameKey` gets the name that the form gives it. `listKey`: a JSON list, passed under that key. `valueKey`: any JSON. `textKey`: the raw
 * text; `requestKey` adds address and headers to it, for signatures. `fileTypes`: the kinds of that file, for the
 * API description; default: any. `hasForm`: a browser may send its form without a script. `isInQuery`: callers send the
 * fields in the query, without a body.
 */
export type BodyRule = {
  maximumBytes: number;
  ndjsonKey?: string;
  gzip?: boolean;
  fileKey?: string;
  nameKey?: string;
  listKey?: string;
  valueKey?: string;
  textKey?: string;
  requestKey?: string;
  fileTypes?: readonly string[];
  hasForm?: true;
  isInQuery?: true;
};

type Definition<S extends z.ZodType, O> = {
  name: `${string}.${string}`;
  permission: Requirement;
  input: S;
  body?: BodyRule;
} & (
  | {
      kind: "query";
      /** May read for seconds: calls of one reader are serialised. */
      isLong?: true;
      run: (ctx: OperationContext, input: z.output<S>) => Promise<O>;
    }
  | {
      kind: "mutation";
      run: (ctx: MutationContext, input: z.output<S>) => Promise<O | Refused>;
      audit: Audit<z.output<S>, O>;
    }
  /** Readings of devices: the rows are their own record, and the run opens its transactions itself. */
  | { kind: "intake"; run: (ctx: OperationContext, input: z.output<S>) => Promise<O> }
);

export type Operation<S extends z.ZodType = z.ZodType, O = unknown> = {
  readonly name: string;
  readonly kind: "query" | "mutation" | "intake";
  readonly isLong: boolean;
  readonly permission: Requirement;
  readonly input: S;
  readonly body: BodyRule | undefined;
  /** The permission check alone, before an unauthorised body would be read. Throws UNAUTHENTICATED or FORBIDDEN. */
  permit: (ctx: OperationContext) => void;
  /** Permission → parse → scope → work → audit → commit. Throws AppError or ZodError. */
  call: (ctx: OperationContext, input: z.input<S>) => Promise<O>;
};

function requirePermission(ctx: OperationContext, requirement: Requirement) {
  if (requirement === PUBLIC || ctx.actor.type === "system") return;
  if (requirement === INGEST_TOKEN) {
    if (ctx.actor.type !== "device") throw new AppError("UNAUTHENTICATED", "a valid ingest token is required");
    return;
  }
  if (requirement === CRON) throw new AppError("UNAUTHENTICATED", "the secret of CRON_SECRET is required");
  // A key represents no person: operations that only require a login are not available to it.
  if (ctx.actor.type !== "user" && (ctx.actor.type !== "key" || requirement === SIGNED_IN))
    throw new AppError("UNAUTHENTICATED", "sign in first");
  if (requirement === SIGNED_IN) return;
  if (ctx.actor.type === "user" && ctx.actor.principal.mustChangePassword)
    throw new AppError("PASSWORD_CHANGE_REQUIRED", "change the password first");
  if (!holds(ctx, requirement)) throw new AppError("FORBIDDEN", `missing ${requirement}`);
}

/** A device cannot correct fields: invalid input is a malformed request (contract, "Ways in"). */
function parseIntake<S extends z.ZodType>(input: S, raw: unknown): z.output<S> {
  const parsed = input.safeParse(raw);
  if (parsed.success) return parsed.data;
  const reasons = parsed.error.issues.map((issue) => `${issue.path.join(".")}: ${issue.message}`);
  throw new AppError("BAD_REQUEST", `body: ${reasons.join("; ")}`);
}

async function runAfterCommit(operation: string, works: readonly (() => Promise<void>)[]): Promise<void> {
  for (const work of works) {
    try {
      await work();
    } catch (error) {
      log.error({ err: error, operation }, "failed after the commit");
    }
  }
}

export function defineOperation<S extends z.ZodType, O>(definition: Definition<S, O>): Operation<S, O> {
  const { name, kind, permission, input, body } = definition;
  return {
    name,
    kind,
    isLong: definition.kind === "query" && definition.isLong === true,
    permission,
    input,
    body,
    permit: (ctx) => requirePermission(ctx, permission),
    async call(ctx, raw) {
      requirePermission(ctx, permission);
      if (definition.kind === "intake") return definition.run(ctx, parseIntake(input, raw));
      const parsed = input.parse(raw);
      if (definition.kind === "query") return definition.run(ctx, parsed);
      // Inside another mutation, nothing is durable before the outer one.
      const outer = (ctx as Partial<MutationContext>).afterCommit;
      const committed: (() => Promise<void>)[] = [];
      const afterCommit = (work: () => Promise<void>) => void committed.push(work);
      const output = await transaction(ctx.db, async (tx) => {
        let change: Change = {};
        const audit = (next: Change) => {
          change = { ...change, ...next };
        };
        const result = await definition.run({ ...ctx, db: tx, tx, audit, afterCommit }, parsed);
        const { entity, id } = definition.audit;
        const [operation, entityId] =
          result instanceof Refused ? [`${name}.refused`, result.entityId] : [name, id(result, parsed)];
        // The error code, which is stable, as the reason in the trail.
        const why = result instanceof Refused ? { reason: result.error.code } : {};
        await writeAudit(tx, ctx, { operation, entity, entityId: String(entityId), ...why, ...change });
        return result;
      });
      if (outer) committed.forEach(outer);
      else await runAfterCommit(name, committed);
      if (output instanceof Refused) throw output.error;
      return output;
    },
  };
}
