import { describe, expect, it } from "vitest";
import { readersOf } from "./tell.rules";

const planner = { userId: 7, email: "Dispatch@frost.example", locale: "es" };
const told = (values: Partial<Parameters<typeof readersOf>[0]>) =>
  readersOf({ planner, consignorEmail: "maker@frost.example", isMailOn: true, ...values }, "Maker");

describe("who is told of an answer", () => {
  const maker = { address: "maker@frost.example", name: "Maker" };

  it("are the planner and the consignor, in the planner's language", () => {
    expect(told({})).toEqual([
      { who: "planner", reader: { userId: 7 } },
      { who: "consignor", reader: { ...maker, locale: "es" } },
    ]);
  });

  it("is nobody twice, and nobody without an address", () => {
    expect(told({ consignorEmail: "dispatch@frost.example" })).toEqual([{ who: "planner", reader: { userId: 7 } }]);
    expect(told({ planner: { ...planner, email: "" }, consignorEmail: "" })).toEqual([]);
    expect(told({ planner: null })).toEqual([{ who: "consignor", reader: { ...maker, locale: null } }]);
  });

  it("is nobody if the customer wants no mails", () => {
    expect(told({ isMailOn: false })).toEqual([]);
  });
});
