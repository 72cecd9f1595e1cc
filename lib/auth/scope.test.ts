import { describe, expect, it } from "vitest";
import { accountScope, covers, customerScope, noScope, type Scope, systemScope } from "./scope";

type Account = Parameters<typeof accountScope>[0];

const account = (values: Partial<Account>): Account => ({
  scopeType: 1,
  customerId: 5,
  proxyCustomerId: null,
  governedCustomerIds: [],
  sceneIds: [],
  ...values,
});

const ACCOUNTS: [string, Partial<Account>, Pick<Scope, "customerIds" | "sceneIds">][] = [
  ["platform administrator", { scopeType: 3, governedCustomerIds: [9] }, { customerIds: "all", sceneIds: "all" }],
  ["platform user", { scopeType: 2 }, { customerIds: "all", sceneIds: "all" }],
  ["platform user for some", { scopeType: 2, governedCustomerIds: [8, 9] }, { customerIds: [8, 9], sceneIds: "all" }],
  ["customer administrator", { scopeType: 1, sceneIds: [1] }, { customerIds: [5], sceneIds: "all" }],
  ["customer user", { scopeType: 0, sceneIds: [1, 2] }, { customerIds: [5], sceneIds: [1, 2] }],
  ["customer user of no node", { scopeType: 0 }, { customerIds: [5], sceneIds: [] }],
  ["agent before a choice", { scopeType: -1, governedCustomerIds: [8] }, { customerIds: [], sceneIds: [] }],
  [
    "agent for a customer",
    { scopeType: -1, governedCustomerIds: [8, 9], proxyCustomerId: 9 },
    { customerIds: [9], sceneIds: "all" },
  ],
  [
    "agent whose customer was taken away",
    { scopeType: -1, governedCustomerIds: [8], proxyCustomerId: 9 },
    { customerIds: [], sceneIds: [] },
  ],
];

describe("the scope of an account", () => {
  it.each(ACCOUNTS)("%s", (_, values, scope) => expect(accountScope(account(values))).toEqual(scope));
});

const ROWS: [string, Scope, { customerId: number; sceneId?: number | null }, boolean][] = [
  ["nobody", noScope(), { customerId: 5, sceneId: 1 }, false],
  ["the system", systemScope(), { customerId: 5 }, true],
  ["a device, own customer", customerScope(5), { customerId: 5 }, true],
  ["a device, other customer", customerScope(5), { customerId: 6 }, false],
  [
    "customer user, own node",
    accountScope(account({ scopeType: 0, sceneIds: [1] })),
    { customerId: 5, sceneId: 1 },
    true,
  ],
  [
    "customer user, other node",
    accountScope(account({ scopeType: 0, sceneIds: [1] })),
    { customerId: 5, sceneId: 2 },
    false,
  ],
  ["customer user, no node", accountScope(account({ scopeType: 0, sceneIds: [1] })), { customerId: 5 }, false],
  [
    "customer user, null node",
    accountScope(account({ scopeType: 0, sceneIds: [1] })),
    { customerId: 5, sceneId: null },
    false,
  ],
  [
    "customer user, own node's number at another customer",
    accountScope(account({ scopeType: 0, sceneIds: [1] })),
    { customerId: 6, sceneId: 1 },
    false,
  ],
];

describe("covering", () => {
  it.each(ROWS)("%s", (_, scope, row, expected) => expect(covers(scope, row)).toBe(expected));
});
