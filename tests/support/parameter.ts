import { and, eq, isNull } from "drizzle-orm";
import { db } from "@/db/client";
import { parameter } from "@/db/schema";
import { updateParameterById } from "@/features/parameter/parameter.operations";
import { accountContext, makeUser } from "../factories/account";

const PLATFORM = 1;

/** Runs `work` while a platform administrator has given the shipped parameter this value; the former one follows. */
export async function withParameter<T>(code: string, content: string, work: () => Promise<T>): Promise<T> {
  const [row] = await db()
    .select()
    .from(parameter)
    .where(and(eq(parameter.code, code), isNull(parameter.customerId)));
  if (!row) throw new Error(`there is no parameter ${code}`);
  const manager = await accountContext(db(), await makeUser(db(), PLATFORM, { scopeType: 3 }));
  const { id } = row;
  await updateParameterById.call(manager, { id, content });
  try {
    return await work();
  } finally {
    await updateParameterById.call(manager, { id, content: row.content });
  }
}
