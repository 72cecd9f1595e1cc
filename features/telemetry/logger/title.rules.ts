import { MEASURES, type Measure } from "@/db/enums";
import type { Unit } from "@/lib/units/convert";
import { isRelativeHumidity, isUnitOf, unitOfText } from "./unit.rules";
import { withoutZone } from "./zone.rules";

/** A column of values: where it stands, what it is called, and which sensor of its measure it is. */
export type ValueColumn = {
  index: number;
  title: string;
  measure: Measure;
  channel: number;
  /** Whether the title says the channel. */
  isNumbered: boolean;
  unit: Unit | null;
};

/** What people and programs call the measures, in the console's languages; the texts of the messages are among them. */
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
  gas: ["gas", "气体", "ガス"],
  door: ["door", "puerta", "tür", "porte", "门", "门磁", "門", "ドア", "扉"],
  power: ["power", "mains", "alimentación", "netz", "alimentation", "电源", "電源", "供电"],
  voltage: ["voltage", "tensión", "voltaje", "spannung", "tension", "电压", "電圧"],
  signal: ["signal", "rssi", "señal", "信号", "信号强度", "電波", "信号強度"],
  battery: ["battery", "batería", "batterie", "电量", "电池", "バッテリー", "電池", "電池残量"],
};
export const MEASURE_BY_NAME = new Map(
  MEASURES.flatMap((measure) => NAMES[measure].map((name) => [name, measure] as const)),
);

/** Titles of a whole time, of a day alone, and of either a whole time or, beside a day, the time of that day. */
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

/** A column of units beside one of values, as loggers write that measure one thing at a time. */
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
/** What has a unit of temperature or humidity and is no reading of a sensor. */
export const NO_READING =
  /dew ?point|taupunkt|rosée|rocío|露点|\b(?:min|max|avg|minimum|maximum|average|mean|mittel|mittelwert|moyenne|media|mínimo|máximo)\b|alarm|limit|grenz|soll|set ?point|offset|平均|最高|最低|最大|最小/iu;

const CHANNEL_WORDS = "ch|channel|probe|sensor|canal|sonda|kanal|fühler|sonde|voie|通道|チャンネル";
const CHANNEL_BEFORE = new RegExp(`^(?:${CHANNEL_WORDS})[\\s._#-]*(\\d{1,2})[\\s._:-]*(?=\\S)`, "u");
const CHANNEL_WORD = new RegExp(`^(?:${CHANNEL_WORDS})$`, "u");
export const LONGEST_TITLE = 80;
/** A title as its name, its channel and its unit: `Temperature 2 (°F)`, `temp_f_2` and `CH2 Temp [°F]` are the same. */
export function partsOf(title: string): {
  name: string;
  channel: number | null;
  unit: Unit | null;
  inBrackets: string;
} {
  // NFKC makes ℃ of one sign two, and of full-width letters and brackets ordinary ones.
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

/** The measure of a title that names none, by a unit that only one measure has. */
function measureOfUnit(title: string, unit: Unit | null): Measure | undefined {
  if (unit === null || NO_READING.test(title)) return undefined;
  if (unit === "°C" || unit === "°F") return "temperature";
  return unit === "%" && isRelativeHumidity(title) ? "humidity" : undefined;
}

/** A battery in volts is a voltage. */
const isVoltageOf = (measure: Measure, unit: Unit | null) => measure === "battery" && (unit === "V" || unit === "mV");

/** The column that a title names; null where it is no measure, or one in a unit that is none of its own. */
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
