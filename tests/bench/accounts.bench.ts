import { hashPassword } from "@/lib/auth/password";
import { cookieOf, mediansOf, printGrowth, printWithin, sql } from "./support";

/**
 * Scale of accounts: lists, searches and the role editor with 20,000 users and 500 customers, relative to 200 users, in
 * one run. One request at a time, alternating.
 */
const BOUND = 2;
const SMALL = { customers: 20, usersEach: 10 };
const LARGE = { customers: 500, usersEach: 42 };

const cookie = await cookieOf("root");
const passwordHash = await hashPassword("Bench2026");

/** Creates customers `from` to `to`, each with a role and its users. */
async function grow(from: number, to: number, usersEach: number): Promise<void> {
  await sql`
    insert into customer (code, name, contact, phone, email)
    select format('BENCH%s', n), format('%s hospital %s', substr(md5(n::text), 1, 8), n), 'Bench', format('400-%s', n), format('c%s@bench.example.com', n)
      from generate_series(${from}::int, ${to}::int) n`;
  await sql`
    insert into role (customer_id, name, scope_type) select id, 'Bench role', 1 from customer c
     where code like 'BENCH%' and not exists (select from role where customer_id = c.id)`;
  await sql`
    insert into role_permission (role_id, code)
    select r.id, code from role r, (select distinct code from role_permission) codes
     where r.name = 'Bench role' and not exists (select from role_permission where role_id = r.id)`;
  await sql`
    insert into user_account (customer_id, role_id, username, name, mobile, email, password_hash)
    select r.customer_id, r.id, format('%s_%s_%s', substr(md5(format('%s/%s', r.id, n)), 1, 8), r.id, n), format('%s %s', substr(md5(format('%s-%s', r.id, n)), 1, 8), n),
           format('177%s', lpad((r.id * 100 + n)::text, 8, '0')), format('u%s.%s@bench.example.com', r.id, n), ${passwordHash}
      from role r, generate_series(1, ${usersEach}::int) n
     where r.name = 'Bench role' and not exists (select from user_account where role_id = r.id)`;
  await sql`analyze`;
}

async function idOf(table: "role" | "customer"): Promise<number> {
  const [row] =
    table === "role"
      ? await sql`select max(id)::int as id from role where name = 'Bench role'`
      : await sql`select max(id)::int as id from customer where code like 'BENCH%'`;
  return row?.id as number;
}

/** A late page: the database skips every row before it, so its time grows with the number of rows. */
const FAR_PAGE = "last page of users by name";
const FAR_PAGE_BOUND_MS = 100;

async function measure(): Promise<Map<string, number>> {
  const [roleId, customerId] = [await idOf("role"), await idOf("customer")];
  const [accounts] = await sql`select count(*)::int as total from user_account`;
  const lastPage = Math.floor((accounts?.total - 1) / 15) * 15;
  const paths: [name: string, path: string][] = [
    ["list of users", "/service/user?iDisplayLength=100"],
    ["users by name from the end", "/service/user?iDisplayLength=15&sort=name&dir=desc"],
    [FAR_PAGE, `/service/user?iDisplayLength=15&iDisplayStart=${lastPage}&sort=name`],
    ["search for a user", "/service/user?q=a7f"],
    ["users of a customer", `/service/user?customerId=${customerId}`],
    ["list of customers", "/service/customer"],
    ["search for a customer", "/service/customer?q=a7"],
    ["list of roles", "/service/role"],
    ["role of the editor", `/service/role/${roleId}`],
    ["tree of the editor", "/service/role/catalogue"],
    ["page of users", "/en-US/user/userinfo"],
    ["page of the role editor", `/en-US/user/userLimits?id=${roleId}`],
    ["page of customers", "/en-US/sys/customer"],
  ];
  return mediansOf(paths, cookie);
}

await grow(1, SMALL.customers, SMALL.usersEach);
const small = await measure();
await grow(SMALL.customers + 1, LARGE.customers, LARGE.usersEach);
const large = await measure();
const [counted] =
  await sql`select (select count(*)::int from user_account) as users, (select count(*)::int from customer) as customers`;
console.log(
  `accounts: ${counted?.users} users, ${counted?.customers} customers, against ${SMALL.customers * SMALL.usersEach} users more than the demo's`,
);
const only = (times: Map<string, number>, isFar: boolean) =>
  new Map([...times].filter(([name]) => (name === FAR_PAGE) === isFar));
printGrowth("accounts", only(small, false), only(large, false), BOUND);
printWithin("accounts", only(small, true), only(large, true), FAR_PAGE_BOUND_MS);
await sql.end();
