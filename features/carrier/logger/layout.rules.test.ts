import { expect, it } from "vitest";
import {
  BY_UNIT,
  choiceOf,
  layoutOf,
  MEASURE_ROLES,
  NOTHING,
  roleOf,
  type TableChoice,
  withRole,
} from "./layout.rules";

const EMPTY: TableChoice = { delimiter: ";", headLine: 1, time: [], unit: null, value: null, columns: [] };
const chosen = (...roles: [number, string][]) =>
  roles.reduce((choice, [index, role]) => withRole(choice, index, role), EMPTY);

it("columns get roles, a day and its time two, and sensors numbers in their order", () => {
  const choice = chosen(
    [3, "temperature °F"],
    [0, "time"],
    [1, "time"],
    [2, "temperature °C"],
    [4, "humidity"],
    [5, "unit"],
  );
  expect([0, 1, 2, 3, 4, 5, 6].map((index) => roleOf(choice, index))).toEqual([
    ...["time", "time", "temperature °C", "temperature °F", "humidity", "unit", NOTHING],
  ]);
  expect(choice.columns.map(({ index, channel, unit }) => [index, channel, unit])).toEqual([
    [2, 1, null],
    [3, 2, "°F"],
    [4, 1, null],
  ]);
  expect(layoutOf(choice)).toMatchObject({ time: [0, 1], unit: 5 });
});

it("every measure can be said in every unit that loggers write it in", () => {
  const roles = MEASURE_ROLES.map(({ role }) => role);
  expect(roles).toEqual([
    ...["temperature °C", "temperature °F", "temperature K", "humidity", "co2 ppm", "co2 ppb", "co2 %", "gas ppm"],
    ...["gas ppb", "gas %", "door", "power", "voltage V", "voltage mV", "signal", "battery"],
  ]);
  for (const role of roles) {
    const choice = chosen([0, "time"], [1, role]);
    expect([roleOf(choice, 1), layoutOf(choice) !== null]).toEqual([role, true]);
  }
});

it("a value whose measure the row tells takes a column of units, and no other measure", () => {
  const choice = chosen([0, "time"], [1, BY_UNIT]);
  expect([roleOf(choice, 1), layoutOf(choice)]).toEqual([BY_UNIT, null]);
  const whole = withRole(choice, 2, "unit");
  expect(layoutOf(whole)).toMatchObject({ unit: 2, value: 1, columns: [] });
  expect(layoutOf(withRole(whole, 3, "humidity"))).toBeNull();
});

it("a role that is taken back leaves nothing behind, and without a time or a measure there is no layout", () => {
  const choice = chosen([0, "time"], [1, "temperature °C"], [2, "unit"]);
  expect(withRole(withRole(choice, 2, NOTHING), 1, "time")).toMatchObject({ time: [0, 1], unit: null, columns: [] });
  expect([layoutOf(EMPTY), layoutOf(withRole(choice, 1, NOTHING)), layoutOf(choice) !== null]).toEqual([
    null,
    null,
    true,
  ]);
});

it("a guess is accepted by checking again, and titles and kept layouts are left to the server", () => {
  const guess = chosen([0, "time"], [1, "temperature °C"]);
  const other = withRole(guess, 1, "humidity");
  expect(choiceOf(null, { source: "none", layout: guess })).toBe(guess);
  expect(choiceOf(other, { source: "none", layout: guess })).toBe(other);
  for (const source of ["titles", "kept"] as const) expect(choiceOf(null, { source, layout: guess })).toBeNull();
  expect(choiceOf(null, null)).toBeNull();
});
