import type { APIRequestContext } from "@playwright/test";
import type { ScreenPath } from "@/lib/page/screens";
import { call } from "./callers";
import type { Caller } from "./plan";

/** The address of a screen without the locale, and the expected status. */
export type Address = { address: string; status: number };

type Listed = { id: number; probes?: readonly { id: number }[] };

const DAY_MS = 24 * 3600 * 1000;
const lastDay = () => `from=${Date.now() - DAY_MS}&to=${Date.now()}`;

/** Screens of one record: the list to take the record from, and the query of the address (default `id=…`). */
const RECORDS: Partial<Record<ScreenPath, { list: string; query?: (one: Listed) => string | undefined }>> = {
  "/carrier/carrierDetailPage": { list: "carrier?hasDevices=1" },
  "/newCarrierDetail": { list: "carrier?hasDevices=1" },
  "/historyData": { list: "carrier?hasDevices=1", query: ({ id }) => `carrierIds=${id}` },
  "/datadevice": { list: "carrier?hasDevices=1", query: ({ id }) => `carrierIds=${id}&${lastDay()}` },
  "/probeHistory": { list: "sensor", query: ({ probes }) => probes?.[0] && `id=${probes[0].id}` },
  "/carrierProbeHistory": { list: "carrier?hasDevices=1" },
  "/monitorPointRealTime": { list: "carrier?hasDevices=1" },
  "/pointData": { list: "carrier?hasDevices=1" },
  "/recordSheet": { list: "tempRecord" },
  "/exRecord": { list: "carrier?hasDevices=1", query: ({ id }) => `carrierId=${id}` },
  "/OperateRecord": { list: "sensor", query: ({ id }) => `deviceId=${id}` },
  "/traceDetail": { list: "carrier?type=vehicle" },
  "/transHistory": { list: "gateway" },
  "/SensorDetail": { list: "sensor" },
  "/GateWayDetail": { list: "gateway" },
  "/DisplayDetail": { list: "display" },
  "/RelayDetail": { list: "relay" },
  "/BaseDetail": { list: "base" },
  "/GasDetail": { list: "gas" },
  "/MagnetismDetail": { list: "magnetism" },
  "/propertyList": { list: "sensor" },
  "/baseHistory": { list: "base" },
  "/canvasName": { list: "scene?funcType=1" },
  "/plan": { list: "scene?funcType=1" },
  "/lotDetail": { list: "lot" },
  "/transportDetail": { list: "transport" },
  "/transportSlip": { list: "transport" },
  "/workOrderDetail": { list: "workOrder" },
  "/verificationPlan": { list: "verificationTask" },
  "/verificationDetail": { list: "verificationTask" },
  "/sampleData": { list: "verificationTask" },
  "/platInfer": { list: "forwardSet/page" },
};

/** Further views of a screen by query: tabs, forms, dialogs. */
const VIEWS: Partial<Record<ScreenPath, readonly string[]>> = {
  "/newCarrierDetail": [
    "history",
    "loggers",
    "devices",
    "trigger",
    "exceptions",
    "goods",
    "orders",
    "record",
    "operations",
    "files",
  ].map((tab) => `tab=${tab}`),
  "/arch/task": ["form=new"],
  "/arch/printer": ["tab=printers", "tab=jobs", "form=new"],
  "/noti/sysLog": ["view=logins"],
  "/user/userLimits": ["id=new"],
  "/code/findCode": ["id=new", "id=1"],
  "/personal/material": ["dialog=factor"],
  "/login": ["reason=expired"],
};

/** Pages of links in mails: without a valid key all say the same. */
const LINKED: readonly string[] = ["/dataBackup", "/exportFile", "/handOver", "/kiosk"];

/** Screens outside a session, with their intended callers; all others are for every caller who may open them. */
const MEANT_FOR: Partial<Record<string, (caller: Caller) => boolean>> = {
  "/login": (caller) => caller === "nobody",
  "/qrLogin": (caller) => caller === "nobody",
  "/resetPassword": (caller) => caller === "nobody",
  // Leads to the login without a mail server.
  "/forgotPassword": () => false,
  "/exDetail": (caller) => caller === "nobody",
  ...Object.fromEntries(LINKED.map((path) => [path, (caller: Caller) => caller === "nobody"])),
  "/password": (caller) => caller !== "nobody",
  "/proxyCustomer": (caller) => caller === "agent",
};

/** Whether a screen has content for a caller who may open it. */
export const isMeantFor = (path: string, caller: Caller): boolean => MEANT_FOR[path]?.(caller) ?? true;

/** The addresses of a screen, the one without a query first; empty if the caller has no such record. */
export async function addressesOf(path: ScreenPath, request: APIRequestContext, linkKey?: string): Promise<Address[]> {
  const plain = await plainQuery(path, request, linkKey);
  if (plain === undefined) return [];
  const status = path === "/404" || LINKED.includes(path) || (path === "/exDetail" && !linkKey) ? 404 : 200;
  const queries = [plain, ...(VIEWS[path] ?? []).map((view) => [plain, view].filter(Boolean).join("&"))];
  return queries.map((query) => ({ address: query ? `${path}?${query}` : path, status }));
}

async function plainQuery(path: ScreenPath, request: APIRequestContext, linkKey: string | undefined) {
  if (path === "/qrLogin" || LINKED.includes(path)) return "key=gone";
  if (path === "/exDetail") return `key=${linkKey ?? "gone"}`;
  const record = RECORDS[path];
  if (!record) return "";
  const length = `${record.list.includes("?") ? "&" : "?"}iDisplayLength=1`;
  const { items } = await call<{ items: Listed[] }>(request, "GET", `${record.list}${length}`);
  const [one] = items;
  return one && (record.query?.(one) ?? `id=${one.id}`);
}
