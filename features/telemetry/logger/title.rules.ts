import { MEASURES, type Measure } from "@/db/enums";
import type { Unit } from "@/lib/units/convert";
import { isRelativeHumidity, isUnitOf, unitOfText } from "./unit.rules";
import { withoutZone } from "./zone.rules";

/** A value column: its index, its title, and which sensor of its measure it is. */
export type ValueColumn = {
  index: number;
  title: string;
  measure: Measure;
  channel: number;
  /** Whether the title names the channel. */
  isNumbered: boolean;
  unit: Unit | null;
};

/** Names of the measures in titles, in the console's languages, including the texts of the messages. */
const NAMES: Record<Measure, readonly string[]> = {
  temperature: [
    ...["temperature", "temp", "air temperature", "celsius", "fahrenheit", "temperatura", "temperatur", "température"],
    ...["lufttemperatur", "raumtemperatur", "kühlraumtemperatur", "innentemperatur", "température ambiante"],
    ...["temperatura ambiente", "temp ambiente", "temp amb"],
    ...["température air", "温度", "溫度", "气温", "気温", "庫内温度", "测量温度"],
  ],
  humidity: [
    ...["humidity", "rh", "hum", "relative humidity", "humedad", "humedad relativa", "humidité", "humidité relative"],
    ...["hr", "rf", "feuchte", "feuchtigkeit", "luftfeuchte", "luftfeuchtigkeit", "relative feuchte", "rel feuchte"],
    ...["relative luftfeuchte", "relative luftfeuchtigkeit", "rel luftfeuchte", "rel luftfeuchtigkeit"],
    ...["rel feuchtigkeit", "relative feuchtigkeit", "rel humidity", "rel hum", "hum rel", "humedad rel"],
    ...["hum relative", "humidité rel"],
    ...["湿度", "濕度", "相对湿度", "相対湿度"],
  ],
  co2: ["co2", "carbon dioxide", "dióxido de carbono", "kohlendioxid", "dioxyde de carbone", "二氧化碳", "二酸化炭素"],
  gas: ["gas", "气体", "ガス", "ガス濃度"],
  door: ["door", "puerta", "tür", "porte", "门", "门磁", "門", "ドア", "扉"],
  power: ["power", "mains", "alimentación", "netz", "alimentation", "电源", "電源", "供电"],
  voltage: ["voltage", "tensión", "voltaje", "spannung", "tension", "电压", "電圧"],
  signal: ["signal", "rssi", "señal", "信号", "信号强度", "電波", "信号強度"],
  battery: ["battery", "batería", "batterie", "电量", "电池", "バッテリー", "電池", "電池残量"],
};
export const MEASURE_BY_NAME = new Map(
  MEASURES.flatMap((measure) => NAMES[measure].map((name) => [name, measure] as const)),
);

/** Titles of a full time, of a date alone, and of either a full time or, beside a date, its time of day. */
export const WHOLE = new Set([
  ...["timestamp", "datetime", "date time", "ts", "ts utc", "ts local", "ts device", "recorded at", "time stamp"],
  ...[
    "zeitstempel",
    "datum zeit",
    "datum uhrzeit",
    "messzeit",
    "messzeitpunkt",
    "zeitpunkt",
    "horodatage",
    "date heure",
    "date et heure",
  ],
  ...[
    "fecha hora",
    "fecha y hora",
    "marca de tiempo",
    "时间戳",
    "测量时间",
    "タイムスタンプ",
    "測定日時",
    "日期时间",
    "记录时间",
    "采集时间",
    "日時",
    "記録日時",
  ],
]);
export const DAY = new Set(["date", "day", "fecha", "datum", "tag", "jour", "日期", "日付"]);
export const CLOCK = new Set(["time", "hora", "zeit", "uhrzeit", "heure", "时间", "時間", "時刻"]);

/** Titles of a unit column and its value column, as written by loggers with one value per row. */
export const UNIT_TITLES = new Set(["unit", "units", "einheit", "unité", "unidad", "单位", "単位"]);
export const VALUE_TITLES = new Set([
  "value",
  "reading",
  "wert",
  "messwert",
  "valeur",
  "valor",
  "值",
  "数值",
  "値",
  "測定値",
]);
/** Titles with a unit of temperature or humidity that are no readings of a sensor. */
export const NO_READING =
  /dew ?point|taupunkt|rosée|rocío|露点|\b(?:min|max|avg|minimum|maximum|average|mean|mittel|mittelwert|moyenne|media|mínimo|máximo)\b|alarm|limit|grenz|soll|set ?point|offset|平均|最高|最低|最大|最小/iu;

const CHANNEL_WORDS = "ch|channel|probe|sensor|canal|sonda|kanal|fühler|sonde|voie|通道|チャンネル";
const CHANNEL_BEFORE = new RegExp(`^(?:${CHANNEL_WORDS})[\\s._#-]*(\\d{1,2})[\\s._:-]*(?=\\S)`, "u");
const CHANNEL_WORD = new RegExp(`^(?:${CHANNEL_WORDS})$`, "u");
export const LONGEST_TITLE = 80;
/** Splits a title into name, channel and unit: `Temperature 2 (°F)`, `temp_f_2` and `CH2 Temp [°F]` are the same. */
export function partsOf(title: string): {
  name: string;
  channel: number | null;
  unit: Unit | null;
  inBrackets: string;
} {
  // NFKC turns ℃ into two characters, and full-width letters and brackets into ordinary ones.
  const text = withoutZone(title).normalize("NFKC").toLowerCase().trim();
  const [, before = text, inside = "", behind = ""] = /^([^([{]*)[([{]([^)\]}]*)[)\]}](.*)$/.exec(text) ?? [];
  const inBrackets = inside.trim();
  const prefixed = CHANNEL_BEFORE.exec(before);
  const words = `${before.slice(prefixed?.[0].length ?? 0)} ${behind}`.split(/[^\p{L}\p{N}%°]+/u).filter(Boolean);
  let channel = prefixed ? Number(prefixed[1]) : null;
  if (words.length > 1 && /^\d{1,2}$/.test(words.at(-1) as string)) {
    channel = Number(words.pop());
    if (words.length > 1 && CHANNEL_WORD.test(words.at(-1) as string)) words.pop();
  }
  let unit = inBrackets ? unitOfText(inBrackets) : null;
  if (unit === null && words.length > 1 && !MEASURE_BY_NAME.has(words.join(" "))) {
    unit = unitOfText(words.at(-1) as string);
    if (unit !== null) words.pop();
  }
  const name = words.join(" ");
  unit ??= unitOfText(name);
  const numbered = /^(\D+?)(\d{1,2})$/.exec(name);
  if (channel === null && numbered && !MEASURE_BY_NAME.has(name))
    return { name: numbered[1] as string, channel: Number(numbered[2]), unit, inBrackets };
  return { name, channel, unit, inBrackets };
}

/** The measure of a title without one, by a unit that only one measure has. */
function measureOfUnit(title: string, unit: Unit | null): Measure | undefined {
  if (unit === null || NO_READING.test(title)) return undefined;
  if (unit === "°C" || unit === "°F") return "temperature";
  return unit === "%" && isRelativeHumidity(title) ? "humidity" : undefined;
}

/** A battery in volts is a voltage. */
const isVoltageOf = (measure: Measure, unit: Unit | null) => measure === "battery" && (unit === "V" || unit === "mV");

/** The column that a title names; null if it names no measure, or a unit that the measure does not have. */
export function columnOf(title: string, index: number): ValueColumn | null {
  if (title.length > LONGEST_TITLE) return null;
  const { name, channel, unit, inBrackets } = partsOf(title);
  const measure = MEASURE_BY_NAME.get(name) ?? measureOfUnit(title, unit);
  if (measure === undefined || channel === 0) return null;
  if (unit === null && inBrackets !== "" && !/^\d+$/.test(inBrackets)) return null;
  const isVoltage = isVoltageOf(measure, unit);
  if (unit !== null && !isVoltage && !isUnitOf(measure, unit)) return null;
  const numbered = channel ?? (/^\d{1,2}$/.test(inBrackets) ? Number(inBrackets) : null);
  return {
    index,
    title,
    measure: isVoltage ? "voltage" : measure,
    channel: numbered ?? 1,
    isNumbered: numbered !== null,
    unit,
  };
}
