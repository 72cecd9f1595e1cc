import type { Db } from "@/db/client";
import type { ScopeType } from "@/db/enums";
import { role, roleCustomer, rolePermission, roleScene, userAccount, userCustomer, userScene } from "@/db/schema";
import { contentOf } from "@/features/role/template.rules";
import { hashPassword } from "@/lib/auth/password";
import { grantable, type Permission } from "@/lib/auth/permissions";
import { PLATFORM_ID, ROOT_ID } from "../reference";

export type Accounts = { root: number; platform: number; agent: number; admin: number; user: number };

type Places = {
  hospital: number;
  agentCustomers: readonly number[];
  customers: readonly number[];
  nurseSceneId: number;
};

/** The nurses of the hospital also carry out its work orders; switching alarms requires a manager. */
const NURSE_CODES: readonly Permission[] = [...contentOf("nurse").codes, "handleWorkOrder"];

/** Inserts the demo accounts besides Root, their roles, and a default role per customer. */
export async function insertAccounts(tx: Db, places: Places, password: string): Promise<Accounts> {
  const addRole = async (customerId: number, name: string, scopeType: ScopeType, isDefault = false) => {
    const type = scopeType === 1 ? "administrator" : "normal";
    const [made] = await tx
      .insert(role)
      .values({ customerId, name, type, scopeType, isDefault })
      .returning({ id: role.id });
    const id = (made as { id: number }).id;
    const codes = scopeType === 0 ? NURSE_CODES : grantable(scopeType, false);
    await tx.insert(rolePermission).values(codes.map((code) => ({ roleId: id, code })));
    return id;
  };

  const platformRole = await addRole(PLATFORM_ID, "平台运维", 2);
  const agentRole = await addRole(PLATFORM_ID, "代理商", -1);
  await tx.insert(roleCustomer).values(places.agentCustomers.map((customerId) => ({ roleId: agentRole, customerId })));
  const administrators = new Map<number, number>();
  for (const customerId of places.customers) {
    administrators.set(
      customerId,
      await addRole(customerId, customerId === places.hospital ? "设备科管理员" : "客户管理员", 1, true),
    );
  }
  const nurseRole = await addRole(places.hospital, "护士与药师", 0);
  await tx.insert(roleScene).values({ roleId: nurseRole, sceneId: places.nurseSceneId });

  const people = [
    {
      username: "platform",
      name: "何静",
      gender: 0,
      customerId: PLATFORM_ID,
      roleId: platformRole,
      mobile: "13900009001",
    },
    { username: "agent", name: "李强", gender: 1, customerId: PLATFORM_ID, roleId: agentRole, mobile: "13900009002" },
    {
      username: "admin",
      name: "陈国栋",
      gender: 1,
      customerId: places.hospital,
      roleId: administrators.get(places.hospital) as number,
      isDefault: true,
      mobile: "13900002206",
    },
    {
      username: "user",
      name: "林晓梅",
      gender: 0,
      customerId: places.hospital,
      roleId: nurseRole,
      mobile: "13900002201",
    },
  ];
  const hashes = await Promise.all(people.map(() => hashPassword(password)));
  const rows = await tx
    .insert(userAccount)
    .values(
      people.map((person, index) => ({
        ...person,
        email: `${person.username}@frostline.example.com`,
        // The demo world is set up.
        checklistClosedAt: new Date(),
        passwordHash: hashes[index] as string,
      })),
    )
    .returning({ id: userAccount.id, username: userAccount.username });
  const ids = Object.fromEntries(rows.map(({ username, id }) => [username, id])) as Omit<Accounts, "root">;

  await tx.insert(userCustomer).values(places.agentCustomers.map((customerId) => ({ userId: ids.agent, customerId })));
  await tx.insert(userScene).values({ userId: ids.user, sceneId: places.nurseSceneId });
  return { root: ROOT_ID, ...ids };
}
