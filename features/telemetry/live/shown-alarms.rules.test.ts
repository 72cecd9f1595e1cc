import { expect, it } from "vitest";
import { ShownAlarms } from "./shown-alarms.rules";

const popup = (exceptionId: number) => ({ exceptionId, carrierName: `Fridge ${exceptionId}` });
const acknowledged = (id: number, byUserId = 8) => ({ id, change: "acknowledged", by: "Dr Chen", byUserId });

it("tells once who acknowledged an alarm that was shown", () => {
  const shown = new ShownAlarms(7);
  shown.add(popup(1));
  expect(shown.newsOf({ id: 1, change: "updated" })).toBeNull();
  expect(shown.newsOf(acknowledged(1))).toEqual({ name: "Dr Chen", place: "Fridge 1" });
  expect(shown.newsOf(acknowledged(1))).toBeNull();
  shown.add(popup(2));
  // A contact by a link has no account.
  expect(shown.newsOf({ id: 2, change: "acknowledged", by: "Zhang Wei" })).toEqual({
    name: "Zhang Wei",
    place: "Fridge 2",
  });
});

it("tells nothing of alarms that were not shown, of what the user acknowledged, wherever, and of a withdrawal", () => {
  const shown = new ShownAlarms(7);
  for (const id of [1, 2]) shown.add(popup(id));
  expect(shown.newsOf(acknowledged(3))).toBeNull();
  expect(shown.newsOf(acknowledged(1, 7))).toBeNull();
  expect(shown.newsOf({ id: 2, change: "withdrawn" })).toBeNull();
  expect(shown.newsOf(acknowledged(2))).toBeNull();
});

it("keeps the newest of very many", () => {
  const shown = new ShownAlarms(7);
  for (let id = 1; id <= 501; id += 1) shown.add(popup(id));
  shown.add(popup(2));
  shown.add(popup(502));
  expect(shown.newsOf(acknowledged(1))).toBeNull();
  expect(shown.newsOf(acknowledged(3))).toBeNull();
  expect(shown.newsOf(acknowledged(2))).not.toBeNull();
  expect(shown.newsOf(acknowledged(502))).not.toBeNull();
});
