import { type APIRequestContext, expect, type Page } from "@playwright/test";
import { type CarrierOnMap, carriersOf } from "../../features/carrier/map/rules";
import type { CarrierMapDto } from "../../features/carrier/map/schema";
import { findings } from "../support/axe";
import { publishLive } from "../support/publish-live";
import { signIn } from "../support/sign-in";
import { test } from "../support/test";

const PATH = "/zh-CN/databoard/monitorMap";

async function placed(request: APIRequestContext, query = ""): Promise<{ total: number; carriers: CarrierOnMap[] }> {
  const response = await request.get(`/service/carrier/map${query}`);
  expect(response.status()).toBe(200);
  const { result } = (await response.json()) as { result: CarrierMapDto };
  return { total: result.total, carriers: carriersOf(result) };
}

async function openMap(page: Page, query = "") {
  await page.goto(PATH + query);
  await expect(page.locator('[data-map="ready"]')).toBeVisible({ timeout: 90_000 });
}

const panel = (page: Page) => page.getByRole("complementary", { name: "地图上的监测点" });
const rows = (page: Page) => page.getByRole("list", { name: "当前地图范围内的监测点" }).getByRole("listitem");
const degrees = (value: number) => value.toLocaleString("zh-CN", { maximumFractionDigits: 5 });

test("carriers stand on the map, and one moves as its positions come", async ({ context, page }) => {
  await signIn(context, "admin");
  await openMap(page);
  const { total, carriers } = await placed(context.request);
  const first = carriers[0] as CarrierOnMap;
  expect(carriers.length).toBeGreaterThan(10);
  await expect(panel(page)).toContainText(`范围内 ${carriers.length} 个`);
  await expect(rows(page).first()).toContainText(first.name);
  if (total > carriers.length) await expect(panel(page)).toContainText(`${total - carriers.length} 个监测点`);
  expect(await findings(page)).toEqual([]);

  const chips = page.getByRole("group", { name: "按状态显示" });
  const normal = carriers.filter(({ status }) => status === "normal");
  await chips.getByRole("button", { name: `正常 ${normal.length}` }).click();
  await expect(page).toHaveURL(/status=normal/);
  await expect(rows(page).first()).toContainText((normal[0] as CarrierOnMap).name);
  await chips.getByRole("button", { name: /^全部/ }).click();
  await expect(page).not.toHaveURL(/status=/);

  await rows(page).first().getByRole("button").press("Enter");
  const card = page.getByRole("region", { name: first.name });
  await expect(card.getByRole("link", { name: "详情" })).toHaveAttribute("href", new RegExp(`id=${first.id}`));
  await expect(page).toHaveURL(new RegExp(`id=${first.id}`));
  await expect(card).toContainText("°C");
  const marker = page.locator(".maplibregl-marker", { hasText: first.name });
  await expect(marker).toBeVisible();
  expect(await findings(page)).toEqual([]);

  // A kilometre to the east, with the wheels turning.
  const [longitude, latitude] = [first.place[0] + 0.01, first.place[1]];
  const before = (await marker.boundingBox())?.x ?? 0;
  const me = await (await context.request.get("/service/mine/me")).json();
  const data = { at: Date.now(), longitude, latitude, speedKmh: 62, course: 90 };
  await publishLive([{ type: "position", customerId: me.result.customer.id, carrierId: first.id, data }]);
  await expect(card).toContainText("62 km/h");
  await expect(card).toContainText(`${degrees(latitude)}, ${degrees(longitude)}`);
  await expect.poll(async () => (await marker.boundingBox())?.x ?? 0).toBeGreaterThan(before + 50);

  await card.getByRole("button", { name: "返回列表" }).click();
  await expect(panel(page)).toContainText("62 km/h");
});

test("a map node shows its part, and a search that finds nothing says so", async ({ context, page }) => {
  await signIn(context, "root");
  const response = await context.request.get("/service/scene?funcType=0&iDisplayLength=15");
  const { items } = ((await response.json()) as { result: { items: { id: number }[] } }).result;
  const code = `map${Date.now()}`;
  const place = { funcType: 2, longitude: 113.43, latitude: 23.17, zoom: 12 };
  const made = await context.request.post("/service/scene", {
    data: { parentId: items[0]?.id, name: code, code, ...place },
  });
  expect(made.status(), await made.text()).toBe(200);
  const node = ((await made.json()) as { result: { id: number } }).result;
  const name = `地图冰箱 ${Date.now()}`;
  // Without a place of its own it stands where the node is.
  const data = { type: "refrigerator", name, sceneId: node.id };
  expect((await context.request.post("/service/carrier", { data })).status()).toBe(200);
  await openMap(page, `?sceneId=${node.id}`);
  await rows(page).getByRole("button", { name }).click();
  await expect(page.getByRole("region", { name })).toContainText("所在节点的坐标");
  await page.goto(`${PATH}?q=zzzz`);
  await expect(page.getByText("没有符合条件的监测点")).toBeVisible();
  await page.getByRole("link", { name: "重置搜索" }).click();
  await expect(rows(page).first()).toBeVisible();
});

test("under a thumb the list lies below the map and can be raised @phone", async ({ context, page }) => {
  await signIn(context, "admin");
  await openMap(page);
  const height = async () => (await panel(page).boundingBox())?.height ?? 0;
  const low = await height();
  await panel(page).getByRole("button", { name: "展开列表" }).click();
  await expect.poll(height).toBeGreaterThan(low + 50);
  await rows(page).first().getByRole("button").tap();
  await expect(panel(page).getByRole("link", { name: "历史" })).toBeVisible();
  expect(await findings(page)).toEqual([]);
});
