import { expect, it } from "vitest";
import { type PageTitles, pageKey } from "./page-key";

const titles: PageTitles = { "/carrier": { title: "Carrier", isRecord: true }, "/list": { title: "List" } };
const key = (path: string, query: string) => pageKey(titles, path, new URLSearchParams(query));

it("tells the pages of records apart, and those of a list not", () => {
  expect(key("/carrier", "id=7&tab=history")).toBe("/carrier?id=7");
  expect(key("/carrier", "id=8")).not.toBe(key("/carrier", "id=7"));
  expect(key("/carrier", "")).toBe("/carrier");
  expect(key("/list", "id=7")).toBe("/list");
  expect(key("/elsewhere", "id=7")).toBe("/elsewhere");
});
