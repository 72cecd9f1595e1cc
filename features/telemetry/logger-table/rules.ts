import { MEASURES, type Measure } from "@/db/enums";
import type { DelimitedRow } from "@/lib/spreadsheet/delimited";
import { canonicalValue, type Unit, unitNamed } from "@/lib/units/convert";

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

/** The head of a table: where the time stands (in one column, or day and time in two), and the columns of values. */
export type TableHead = {
  line: number;
  time: { indexes: readonly number[]; title: string };
  /** The zone that the title of the time names. */
  timeZone: "UTC" | null;
  columns: ValueColumn[];
  /** Cells of the head. */
  width: number;
  /** Columns without a title behind one of values: decimals of `4,5` would stand there. */
  spare: readonly number[];
  /** Titles of columns that hold neither. */
  ignored: string[];
};

/** What people and programs call the measures, in the console's languages; the texts of the messages are among them. */
const NAMES: Record<Measure, readonly string[]> = {
  temperature: ["temperature", "temp", "air temperature", "temperatura", "温度", "溫度", "气温", "気温"],
  humidity: [
    ...["humidity", "rh", "hum", "relative humidity", "humedad", "humedad relativa"],
    ...["湿度", "濕度", "相对湿度", "相対湿度"],
  ],
  co2: ["co2", "carbon dioxide", "dióxido de carbono", "二氧化碳", "二酸化炭素"],
  gas: ["gas", "气体", "ガス"],
  door: ["door", "puerta", "门", "门磁", "門", "ドア", "扉"],
  power: ["power", "mains", "alimentación", "电源", "電源", "供电"],
  voltage: ["voltage", "tensión", "voltaje", "电压", "電圧"],
  signal: ["signal", "rssi", "señal", "信号", "信号强度", "電波", "信号強度"],
  battery: ["battery", "batería", "电量", "电池", "バッテリー", "電池", "電池残量"],
};
const MEASURE_BY_NAME = new Map(MEASURES.flatMap((measure) => NAMES[measure].map((name) => [name, measure] as const)));

/** Titles of a whole time, of a day alone, and of either a whole time or, beside a day, the time of that day. */
const WHOLE = new Set([
  ...["timestamp", "datetime", "date time", "ts", "ts utc", "ts local", "ts device", "recorded at", "time stamp"],
  ...["fecha hora", "fecha y hora", "日期时间", "记录时间", "采集时间", "日時", "記録日時"],
]);
const DAY = new Set(["date", "day", "fecha", "日期", "日付"]);
const CLOCK = new Set(["time", "hora", "时间", "時間", "時刻"]);

const CHANNEL_WORDS = "ch|channel|probe|sensor|canal|sonda|通道|チャンネル";
const CHANNEL_BEFORE = new RegExp(`^(?:${CHANNEL_WORDS})[\\s._#-]*(\\d{1,2})[\\s._:-]*(?=\\S)`, "u");
const CHANNEL_WORD = new RegExp(`^(?:${CHANNEL_WORDS})$`, "u");
const LONGEST_TITLE = 80;
/** Units that titles say in letters, beside those that devices say. */
const TITLE_UNITS: Record<string, Unit> = { pct: "%", rh: "%", "% rh": "%" };

const unitOfTitle = (text: string): Unit | null => unitNamed(text) ?? TITLE_UNITS[text] ?? null;

/** A title as its name, its channel and its unit: `Temperature 2 (°F)`, `temp_f_2` and `CH2 Temp [°F]` are the same. */
function partsOf(title: string): { name: string; channel: number | null; unit: Unit | null; inBrackets: string } {
  // NFKC makes ℃ of one sign two, and of full-width letters and brackets ordinary ones.
  const text = title.normalize("NFKC").toLowerCase().trim();
  const [, before = text, inside = "", behind = ""] = /^([^([{]*)[([{]([^)\]}]*)[)\]}](.*)$/.exec(text) ?? [];
  const inBrackets = inside.trim();
  const prefixed = CHANNEL_BEFORE.exec(before);
  const words = `${before.slice(prefixed?.[0].length ?? 0)} ${behind}`.split(/[^\p{L}\p{N}%°]+/u).filter(Boolean);
  let channel = prefixed ? Number(prefixed[1]) : null;
  if (words.length > 1 && /^\d{1,2}$/.test(words.at(-1) as string)) {
    channel = Number(words.pop());
    if (words.length > 1 && CHANNEL_WORD.test(words.at(-1) as string)) words.pop();
  }
  let unit = inBrackets ? unitOfTitle(inBrackets) : null;
  if (unit === null && words.length > 1 && !MEASURE_BY_NAME.has(words.join(" "))) {
    unit = unitOfTitle(words.at(-1) as string);
    if (unit !== null) words.pop();
  }
  const name = words.join(" ");
  const numbered = /^(\D+?)(\d{1,2})$/.exec(name);
  if (channel === null && numbered && !MEASURE_BY_NAME.has(name))
    return { name: numbered[1] as string, channel: Number(numbered[2]), unit, inBrackets };
  return { name, channel, unit, inBrackets };
}

const KIND: Record<Unit, readonly Measure[]> = {
  "°C": ["temperature"],
  "°F": ["temperature"],
  K: ["temperature"],
  "%": ["humidity", "battery"],
  ppm: ["co2", "gas"],
  ppb: ["co2", "gas"],
  V: ["voltage", "battery"],
  mV: ["voltage", "battery"],
  dBm: ["signal"],
};

/** The column that a title names; null where it is no measure, or one in a unit that is none of its own. */
export function columnOf(title: string, index: number): ValueColumn | null {
  if (title.length > LONGEST_TITLE) return null;
  const { name, channel, unit, inBrackets } = partsOf(title);
  const measure = MEASURE_BY_NAME.get(name);
  if (measure === undefined || channel === 0) return null;
  if (unit === null && inBrackets !== "" && !/^\d+$/.test(inBrackets)) return null;
  if (unit !== null && !KIND[unit].includes(measure)) return null;
  // A battery in volts is a voltage.
  const isVoltage = measure === "battery" && (unit === "V" || unit === "mV");
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

/** The head that a row is: a time and at least one measure, no column of a measure and channel twice; null if it is none. */
export function headOf({ line, cells }: DelimitedRow): TableHead | null {
  const names = cells.map((cell) => (cell.length > LONGEST_TITLE ? "" : partsOf(cell).name));
  const at = (titles: ReadonlySet<string>) => names.findIndex((name) => titles.has(name));
  const [whole, day, clock] = [at(WHOLE), at(DAY), at(CLOCK)];
  const indexes = whole >= 0 ? [whole] : day >= 0 && clock >= 0 ? [day, clock] : [Math.max(day, clock)];
  if (indexes[0] === -1) return null;
  const columns: ValueColumn[] = [];
  const ignored: string[] = [];
  cells.forEach((title, index) => {
    if (indexes.includes(index) || title === "") return;
    const column = columnOf(title, index);
    const isFirst = !columns.some((one) => one.measure === column?.measure && one.channel === column.channel);
    if (column && isFirst) columns.push(column);
    else ignored.push(title);
  });
  if (columns.length === 0) return null;
  const isValue = (index: number) => columns.some((column) => column.index === index);
  const spare = cells.flatMap((text, index) => (text === "" && isValue(index - 1) ? [index] : []));
  const title = indexes.map((index) => cells[index] ?? "").join(" ");
  return {
    line,
    time: { indexes, title },
    timeZone: /\butc\b|\bgmt\b/i.test(title.replaceAll("_", " ")) ? "UTC" : null,
    columns,
    width: cells.length,
    spare,
    ignored,
  };
}

/** How far down a head is looked for: loggers write of themselves above it. */
const HEAD_WITHIN = 100;

/** The first row that is a head, and the rows below it; null where there is none. */
export function findTable(rows: readonly DelimitedRow[]): { head: TableHead; rows: readonly DelimitedRow[] } | null {
  for (let index = 0; index < Math.min(rows.length, HEAD_WITHIN); index += 1) {
    const head = headOf(rows[index] as DelimitedRow);
    if (head) return { head, rows: rows.slice(index + 1) };
  }
  return null;
}

/** The text of a row's time. */
export const timeTextOf = ({ cells }: DelimitedRow, { time }: TableHead): string =>
  time.indexes
    .map((index) => cells[index] ?? "")
    .join(" ")
    .trim();

const NOTHING = new Set(["", "-", "--", "---", "–", "n/a", "na", "nan", "null"]);
/** Whether a cell says that there is no value. */
export const isBlank = (text: string): boolean => NOTHING.has(text.toLowerCase());

export type DecimalSign = "." | ",";
const THOUSANDS = /^[+\-−]?[1-9]\d{0,2}[.,]\d{3}(?!\d)/;

/**
 * What stands before the decimals of a file's numbers: a comma where one is followed by other than three digits, a point
 * in all other files. `1,234` alone says nothing, and is refused with the point.
 */
export function decimalSignOf(cells: Iterable<string>): DecimalSign {
  for (const cell of cells) if (/^[+\-−]?\d*,\d+\D*$/.test(cell) && !THOUSANDS.test(cell)) return ",";
  return ".";
}

const NUMBER = /^([+\-−]?)(\d+(?:[.,]\d*)?|[.,]\d+)(e[+-]?\d{1,3})?\s*([^\d\s.,].{0,5})?$/i;
const LONGEST_NUMBER = 40;
const ON = new Set([
  "1",
  "true",
  "on",
  "open",
  "yes",
  "sí",
  "abierta",
  "开",
  "开启",
  "打开",
  "開",
  "開く",
  "通电",
  "有",
]);
const OFF = new Set(["0", "false", "off", "closed", "no", "cerrada", "关", "关闭", "閉", "閉じる", "断电", "无"]);
const SWITCHES: readonly Measure[] = ["door", "power"];

/** The value of a cell in the canonical unit of its column; null where it is no number, or one in another unit. */
export function valueIn(
  text: string,
  { measure, unit }: Pick<ValueColumn, "measure" | "unit">,
  sign: DecimalSign,
): number | null {
  if (SWITCHES.includes(measure)) {
    const word = text.toLowerCase();
    return ON.has(word) ? 1 : OFF.has(word) ? 0 : null;
  }
  const [, minus = "", digits = "", exponent = "", behind = ""] =
    NUMBER.exec(text.length > LONGEST_NUMBER ? "" : text.normalize("NFKC")) ?? [];
  if (digits === "") return null;
  const other = sign === "." ? "," : ".";
  // 1,234 may be a thousand: what the other numbers do not say is not guessed.
  if (digits.includes(other) && (sign === "." || THOUSANDS.test(digits))) return null;
  const named = behind === "" ? unit : unitOfTitle(behind.trim().toLowerCase());
  if (behind !== "" && (named === null || !KIND[named].includes(measure))) return null;
  const number = Number(`${minus === "" || minus === "+" ? "" : "-"}${digits.replace(",", ".")}${exponent}`);
  // −0 equals 0 but reads back differently.
  return (named === null ? number : canonicalValue(number, named)) + 0;
}
