import { formatDuration } from "@/lib/datetime/format";
import { unitOf } from "@/lib/units/format";
import { formatLimit } from "@/lib/units/format-range";
import { formatTyped } from "@/lib/units/typed";
import type { ValueLocale } from "@/lib/units/value-locale";
import type { Endurance } from "./product.rules";

const MINUTE_MS = 60_000;

type Words = (key: string, values?: Record<string, string | number>) => string;

type Allowed = Pick<Endurance, "bands" | "allowances" | "isFreezeSensitive" | "freezeLimit">;

/** What a product allows outside its storage range, in words; `t` has the messages `product.says`. */
export function allowedTexts(product: Allowed, t: Words, locale: ValueLocale): string[] {
  const { bands, allowances, isFreezeSensitive, freezeLimit } = product;
  const number = (celsius: number) => formatLimit(celsius, "temperature", locale);
  const text = (celsius: number) => `${number(celsius)} ${unitOf("temperature", locale)}`;
  const time = (minutes: number | null) =>
    minutes === null ? t("any") : minutes === 0 ? t("never") : formatDuration(minutes * MINUTE_MS, locale);
  return [
    ...bands.map(({ from, to, minutes }) => t("band", { from: number(from), to: text(to), time: time(minutes) })),
    ...allowances.map(({ side, limit, minutes, mode }) => {
      const said = t(side, { limit: text(limit), time: time(minutes) });
      return mode === "single" && minutes > 0 ? t("single", { text: said }) : said;
    }),
    ...(isFreezeSensitive && freezeLimit !== null ? [t("freeze", { limit: text(freezeLimit) })] : []),
  ];
}

const NOTHING: Allowed = { bands: [], allowances: [], isFreezeSensitive: false, freezeLimit: null };

/** How the form writes each field beside those of others. */
export function writtenEndurance(t: Words, locale: ValueLocale) {
  const limit = (celsius: number | null) => formatTyped(celsius, "temperature", locale).text;
  const allowed = (part: Partial<Allowed>) =>
    allowedTexts({ ...NOTHING, ...part }, t, locale).join("\n") || t("nothing");
  return {
    ...{ minimum: limit, maximum: limit, freezeLimit: limit, kineticLimit: limit },
    bands: (bands: Endurance["bands"]) => allowed({ bands }),
    allowances: (allowances: Endurance["allowances"]) => allowed({ allowances }),
  };
}
