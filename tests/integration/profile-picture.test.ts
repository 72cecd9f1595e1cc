import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { db } from "@/db/client";
import { storedFile, userAccount } from "@/db/schema";
import { removeRole } from "@/features/role/lifecycle.operations";
import { removeUser, removeUsers } from "@/features/user/lifecycle.operations";
import { getAvatar, removeAvatar, uploadAvatar } from "@/features/user/profile/operations";
import { getSignature, removeSignature, saveSignature } from "@/features/user/signature/operations";
import { failureOf } from "@/lib/http/error-response";
import type { RawReply } from "@/lib/http/reply";
import type { OperationContext } from "@/lib/operation/context";
import { accountContext, makeUser, type UserOptions } from "../factories/account";
import { makeJpeg, makePng } from "../factories/picture";
import { makeCustomer } from "../factories/world";
import { auditRows, trailOf } from "../support/audit";
import { systemContext } from "../support/contexts";
import { refusal } from "../support/refusal";

let own: Awaited<ReturnType<typeof makeCustomer>>;

beforeAll(async () => {
  own = await makeCustomer(db());
});
afterAll(() => db().$client.end({ timeout: 5 }));

async function somebody(options: UserOptions = {}) {
  const user = await makeUser(db(), own.id, options);
  return { user, ctx: await accountContext(db(), user) };
}
const stored = async (id: number) => (await db().select().from(userAccount).where(eq(userAccount.id, id)))[0];
const files = () => db().select().from(storedFile).where(eq(storedFile.customerId, own.id));
const auditLength = async () => (await auditRows(db(), own.id)).length;
const bytesOf = (reply: RawReply) => Buffer.from(reply.body as Uint8Array);

/** The two pictures of an account: what saves, removes and shows one. */
const KINDS = [
  {
    kind: "avatar",
    column: "avatarId",
    operation: "profile.upload",
    save: (ctx: OperationContext, file: unknown) => uploadAvatar.call(ctx, { file } as never),
    remove: (ctx: OperationContext) => removeAvatar.call(ctx, {}),
    shown: async (ctx: OperationContext) => {
      const reply = await getAvatar.call(ctx, {});
      return reply.headers["content-type"] === "image/svg+xml" ? null : bytesOf(reply);
    },
  },
  {
    kind: "signature",
    column: "signatureId",
    operation: "signature.save",
    save: (ctx: OperationContext, file: unknown) => saveSignature.call(ctx, { file } as never),
    remove: (ctx: OperationContext) => removeSignature.call(ctx, {}),
    shown: async (ctx: OperationContext) => {
      const { image } = await getSignature.call(ctx, {});
      return image === null ? null : Buffer.from(image.slice("data:image/png;base64,".length), "base64");
    },
  },
] as const;

const SVG = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>');
const BAD: [string, unknown, string][] = [
  ["nothing", undefined, "required"],
  ["no bytes", new Uint8Array(), "image"],
  ["an SVG with a script", SVG, "image"],
  ["HTML", Buffer.from("<!doctype html><script>alert(1)</script>"), "image"],
  ["a PNG with HTML behind it", Buffer.concat([makePng(), SVG]), "image"],
  ["a PNG with a script in its comment", makePng({ text: "<script>alert(1)</script>" }), "image"],
  ["more than 500 kB", makePng({ padding: 512_000 }), "imageSize"],
  ["more than 4096 pixels", makePng({ width: 5000 }), "imageSide"],
  ["an SVG as a data URL", `data:image/svg+xml;base64,${SVG.toString("base64")}`, "image"],
  ["HTML that is called a PNG", `data:image/png;base64,${SVG.toString("base64")}`, "image"],
];

describe.each(KINDS)("the own $kind", ({ kind, column, operation, save, remove, shown }) => {
  it("is kept, shown, replaced and removed, and never lies about after that", async () => {
    const { user, ctx } = await somebody();
    expect(await shown(ctx)).toBeNull();
    const [first, second] = [makePng({ seed: 1 }), makePng({ seed: 2 })];
    const before = (await files()).length;

    await save(ctx, first);
    expect((await shown(ctx))?.equals(first)).toBe(true);
    const id = (await stored(user.id))?.[column] as string;
    expect((await files()).find((file) => file.id === id)).toMatchObject({
      kind,
      contentType: "image/png",
      size: first.length,
    });
    await save(ctx, `data:image/png;base64,${second.toString("base64")}`);
    expect((await shown(ctx))?.equals(second)).toBe(true);
    expect(await files()).toHaveLength(before + 1);
    expect((await files()).some((file) => file.id === id)).toBe(false);

    await remove(ctx);
    expect(await shown(ctx)).toBeNull();
    expect(await stored(user.id)).toMatchObject({ [column]: null });
    expect(await files()).toHaveLength(before);
    const trail = await trailOf(db(), own.id, "user", user.id);
    expect(trail.map((row) => row.operation)).toEqual([operation, operation, expect.stringMatching(/\.remove/)]);
    expect(trail[1]).toMatchObject({
      oldValues: { [kind]: { id, contentType: "image/png", size: first.length } },
      newValues: { [kind]: { contentType: "image/png", size: second.length } },
    });
    expect(JSON.stringify(trail)).not.toContain(first.toString("base64").slice(0, 40));
  });

  it("is nobody else's", async () => {
    const [mine, theirs] = [await somebody(), await somebody()];
    const picture = makePng({ seed: 9 });
    await save(mine.ctx, picture);
    expect(await shown(theirs.ctx)).toBeNull();
    const before = [await stored(mine.user.id), await files()];
    await remove(theirs.ctx);
    await save(theirs.ctx, makePng({ seed: 3 }));
    await remove(theirs.ctx);
    expect([await stored(mine.user.id), await files()]).toEqual(before);
    expect((await shown(mine.ctx))?.equals(picture)).toBe(true);
    for (const input of [{ id: mine.user.id }, { userId: mine.user.id }]) {
      const call =
        kind === "avatar" ? getAvatar.call(theirs.ctx, input as never) : getSignature.call(theirs.ctx, input as never);
      expect(await refusal(call)).toMatchObject({ code: "INVALID", issues: [{ rule: "unrecognized_keys" }] });
    }
  });

  it.each(BAD)("is refused: %s", async (_, file, rule) => {
    const { user, ctx } = await somebody();
    const before = [await stored(user.id), await files(), await auditLength()];
    expect(await refusal(save(ctx, file))).toMatchObject({ code: "INVALID", issues: [{ path: "file", rule }] });
    expect([await stored(user.id), await files(), await auditLength()]).toEqual(before);
  });

  it("is nothing for strangers, and nothing before a password that must be changed", async () => {
    const { user, ctx } = await somebody({ mustChangePassword: true });
    const anonymous: OperationContext = { ...systemContext(), actor: { type: "anonymous" } };
    const before = [await stored(user.id), await files(), await auditLength()];
    for (const call of [save, remove, shown]) {
      expect(await refusal(call(anonymous, makePng()))).toMatchObject({ code: "UNAUTHENTICATED" });
      expect(await refusal(call(ctx, makePng()))).toMatchObject({ code: "PASSWORD_CHANGE_REQUIRED" });
    }
    expect([await stored(user.id), await files(), await auditLength()]).toEqual(before);
  });

  it("leaves one file when two are saved at once", async () => {
    const { ctx } = await somebody();
    const before = (await files()).length;
    await Promise.all([1, 2, 3].map((seed) => save(ctx, makePng({ seed }))));
    expect(await files()).toHaveLength(before + 1);
  });
});

describe("the picture", () => {
  it("is served as what it is, whatever a browser thinks of it", async () => {
    const { user, ctx } = await somebody();
    await uploadAvatar.call(ctx, { file: makeJpeg() });
    const reply = await getAvatar.call(ctx, {});
    expect(reply.headers).toMatchObject({
      "content-type": "image/jpeg",
      "x-content-type-options": "nosniff",
      "content-security-policy": expect.stringContaining("sandbox"),
      "cache-control": "private, no-store",
    });
    const { avatarId } = (await stored(user.id)) as { avatarId: string };
    const named = await getAvatar.call(ctx, { v: avatarId });
    expect(named.headers["cache-control"]).toContain("max-age");
    expect((await getAvatar.call(ctx, { v: "another" })).headers["cache-control"]).toBe("private, no-store");
  });

  it("may not be sent without end", async () => {
    const { ctx } = await somebody();
    const outcomes = [];
    for (let sent = 0; sent < 22; sent += 1)
      outcomes.push(
        await uploadAvatar.call(ctx, { file: makePng() }).then(
          () => "done",
          (error) => failureOf(error).code,
        ),
      );
    expect(outcomes.at(0)).toBe("done");
    expect(outcomes.at(-1)).toBe("RATE_LIMITED");
  });
});

describe("the pictures of an account that is deleted", () => {
  const ACTIONS = [
    ["alone", (id: number) => removeUser.call(systemContext(), { id })],
    ["among others", (id: number) => removeUsers.call(systemContext(), { ids: [id] })],
    ["with its role", async (id: number) => removeRole.call(systemContext(), { id: await roleOf(id), confirm: true })],
  ] as const;
  const roleOf = async (id: number) => (await stored(id))?.roleId as number;

  it.each(ACTIONS)("go with it, and nobody else's: %s", async (_, remove) => {
    const other = await somebody();
    await uploadAvatar.call(other.ctx, { file: makePng() } as never);
    const before = await files();
    const { user, ctx } = await somebody();
    for (const { save } of KINDS) await save(ctx, makePng());
    expect(await files()).toHaveLength(before.length + KINDS.length);
    await remove(user.id);
    expect(await files()).toEqual(before);
  });
});
