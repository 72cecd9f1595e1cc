import { expect, it } from "vitest";
import { MAXIMUM_PROBES, tickedAtFirst } from "./limits.rules";

const carrier = (carrierId: number, count: number) => ({
  ...{ carrierId, name: `Fridge ${carrierId}`, type: "refrigerator" as const },
  probes: Array.from({ length: count }, (_, index) => ({
    ...{ probeId: 10 * carrierId + index, measure: "temperature" as const, channel: "", serialNumber: "SN" },
    ...{ minimum: null, maximum: null },
  })),
});

it.each([
  ["all of few", { items: [carrier(1, 2), carrier(2, 1)], hasMore: false }, [10, 11, 20]],
  ["none of more than fit", { items: [carrier(1, MAXIMUM_PROBES + 1)], hasMore: false }, []],
  ["none where more match", { items: [carrier(1, 1)], hasMore: true }, []],
  ["none without choices", undefined, []],
])("ticks %s", (_, choices, ticked) => {
  expect(tickedAtFirst(choices)).toEqual(ticked);
});
