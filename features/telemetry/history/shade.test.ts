import { readFileSync } from "node:fs";
import { createTranslator } from "use-intl/core";
import { expect, it } from "vitest";
import { CONDITION_KINDS, SIDES } from "@/db/enums";
import { LOCALES } from "@/lib/i18n/routing";
import { shadeText } from "./history.rules";

const told = CONDITION_KINDS.flatMap((kind) =>
  kind === "geofence"
    ? []
    : (kind === "state" ? (["door", "power"] as const) : (["temperature"] as const)).flatMap((measure) =>
        (kind === "state" || kind === "no-data" ? ([null] as const) : ([...SIDES, null] as const)).map((side) =>
          shadeText({ kind, side, measure }),
        ),
      ),
);

it.each(LOCALES)("has a text of its own for every kind in %s", (locale) => {
  const messages = JSON.parse(readFileSync(`messages/${locale}/history.json`, "utf8"));
  const onError = (error: unknown) => {
    throw error;
  };
  const t = createTranslator({ locale, messages, namespace: "chart", onError });
  const texts = [...new Set(told)].map((key) => t.raw(key));
  expect(texts.filter((text) => typeof text !== "string")).toEqual([]);
  expect(new Set(texts).size).toBe(8);
});
