import { describe, expect, it } from "vitest";
import { textsOf } from "@/lib/spreadsheet/delimited";
import { writeTables } from "@/lib/spreadsheet/write-table";
import { TableLayout } from "./layout.schema";
import { readText } from "./logger.rules";
import { readLoggerFile } from "./logger.service";

const options = { timeZone: "UTC", dateOrder: null, now: Date.UTC(2026, 10, 22) };
const read = (bytes: Uint8Array | string, more: object = {}) =>
  readText(textsOf(typeof bytes === "string" ? Buffer.from(bytes) : bytes), { ...options, ...more });
const values = (content: ReturnType<typeof read>) =>
  content.values.map(({ at, measure, channel, value }) => [
    new Date(at).toISOString().slice(0, 16),
    channel > 1 ? `${measure} ${channel}` : measure,
    value,
  ]);

const IBUTTON = `1-Wire/iButton Part Number: DS1922L-F5
1-Wire/iButton Registration Number: 5D00000012345641
Is Mission Active?  true
Mission Start:  Tue Mar 05 10:00:00 CET 2024
Sample Rate:  Every 10 minute(s)
Roll Over Enabled?  true

Date/Time,Unit,Value
15/03/24 10:00:01,C,4.562
15/03/24 10:10:01,C,4.625
`;
const LASCAR = `EasyLog USB,Time,Celsius(°C),Humidity(%rh),Dew Point(°C),Serial Number
1,15/03/2024 10:00:00,22.5,45.0,9.9,010012345
2,15/03/2024 10:05:00,22.0,46.5,10.0,
`;
const GOVEE = `Timestamp for sample frequency every 1 min min,Temperature_Fahrenheit,Relative_Humidity
2024-03-15 10:00:00,41.0,45.5
2024-03-15 10:01:00,42.8,45.6
`;
const GERMAN = `Messprotokoll;;
Gerät;Logger 7;

Datum;Uhrzeit;Temperatur Kühlraum (°C);rel. Feuchte (%)
15.03.2024;10:00;4,5;55,2
15.03.2024;10:10;4,6;55,0

Minimum;;4,5;55,0
Maximum;;4,6;55,2
Mittelwert;;4,55;55,1
`;
const FRENCH = `Date;Heure;Température (°C);Humidité (%)
15/03/2024;10:00;4,5;55
15/03/2024;10:10;4,6;54
`;
const LOGTAG = `"LogTag Analyzer","3.1"
"Serial","9900123456"

"Date","Time","Elapsed Time","Temperature (°C)","Alarm"
"15-Mar-2024","10:00:00","0","5.1",""
"15-Mar-2024","10:15:00","15","5.3","x"
`;
const TWO_AT = ["2024-03-15T10:00", "2024-03-15T10:10"] as const;

describe("tables as loggers and their programs write them", () => {
  it("an iButton's, with a preamble and a column of units", () => {
    // Its two-digit years may be first or last, so the user has to choose.
    expect(read(IBUTTON).issues[0]?.rule).toBe("dateOrder");
    const content = read(IBUTTON, { dateOrder: "dmy" });
    expect([content.issues, values(content)]).toEqual([
      [],
      [
        [TWO_AT[0], "temperature", 4.562],
        [TWO_AT[1], "temperature", 4.625],
      ],
    ]);
    const fahrenheit = read(IBUTTON.replaceAll(",C,", ",F,").replace("4.562", "41").replace("4.625", "42.8"), {
      dateOrder: "dmy",
    });
    expect(values(fahrenheit).map(([, , value]) => value)).toEqual([5, 6]);
  });

  it.each([
    ["UTF-8", Buffer.from(LASCAR)],
    ["Latin-1", Buffer.from(LASCAR, "latin1")],
    ["UTF-16", Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(LASCAR, "utf16le")])],
  ])("a Lascar EasyLog's in %s: the dew point is no reading", (_name, bytes) => {
    const content = read(bytes);
    expect([content.issues, content.facts.ignored.includes("Dew Point(°C)")]).toEqual([[], true]);
    expect(values(content)).toEqual([
      ["2024-03-15T10:00", "temperature", 22.5],
      ["2024-03-15T10:00", "humidity", 45],
      ["2024-03-15T10:05", "temperature", 22],
      ["2024-03-15T10:05", "humidity", 46.5],
    ]);
  });

  it("a Govee's, in °F", () =>
    expect(values(read(GOVEE))).toEqual([
      ["2024-03-15T10:00", "temperature", 5],
      ["2024-03-15T10:00", "humidity", 45.5],
      ["2024-03-15T10:01", "temperature", 6],
      ["2024-03-15T10:01", "humidity", 45.6],
    ]));

  it.each([
    ["UTF-8", Buffer.from(GERMAN)],
    ["Windows-1252", Buffer.from(GERMAN, "latin1")],
  ])("German titles in %s, day and time apart, and a footer that is told and left out", (_name, bytes) => {
    const content = read(bytes);
    expect(content.issues).toEqual([]);
    expect(values(content)).toEqual([
      [TWO_AT[0], "temperature", 4.5],
      [TWO_AT[0], "humidity", 55.2],
      [TWO_AT[1], "temperature", 4.6],
      [TWO_AT[1], "humidity", 55],
    ]);
    expect(content.table?.footer).toEqual(["Minimum 4,5 55,0", "Maximum 4,6 55,2", "Mittelwert 4,55 55,1"]);
  });

  it("French titles", () => expect(values(read(Buffer.from(FRENCH, "latin1")))).toHaveLength(4));
  it("a LogTag's", () => {
    const content = read(LOGTAG);
    expect([content.issues, values(content)]).toEqual([
      [],
      [
        ["2024-03-15T10:00", "temperature", 5.1],
        ["2024-03-15T10:15", "temperature", 5.3],
      ],
    ]);
  });
  it.each([
    ["gb18030", "时间,温度(℃),湿度(%RH)\n2024-03-15 10:00,5,50\n2024-03-15 10:10,6,51\n", "cab1bce4"],
    ["shift_jis", "日時,温度,湿度\n2024/03/15 10:00,5,50\n", "93fa8e9e"],
  ])("titles in %s", (encoding, text, start) => {
    const bytes = encode(text, encoding);
    expect(Buffer.from(bytes.subarray(0, 4)).toString("hex")).toBe(start);
    const content = read(bytes);
    expect([content.issues, content.values.length]).toEqual([[], text.trim().split("\n").length * 2 - 2]);
  });

  it("a row amid the table that is no time is no footer", () => {
    const broken = GERMAN.replace("15.03.2024;10:10", "gestern;10:10");
    expect(read(broken).issues).toMatchObject([{ line: 6, rule: "time" }]);
  });

  it("a workbook with titles of its own", async () => {
    const bytes = await writeTables([
      {
        name: "a",
        columns: ["ts_device", "temp_c", "note"].map((title) => ({ title, width: 20 })),
        rows: [["2024-03-15 10:00", 4.5, "x"]],
      },
    ]);
    const content = await readLoggerFile(bytes, options);
    expect([content.issues, values(content)]).toEqual([[], [[TWO_AT[0], "temperature", 4.5]]]);
  });
});

/** Encodes a text in an encoding that the platform can only decode, by searching for each character. */
function encode(text: string, encoding: string): Uint8Array {
  const decoder = new TextDecoder(encoding);
  const bytesOf = new Map<string, number[]>();
  for (let high = 0x81; high < 0xff; high += 1)
    for (let low = 0x40; low < 0xff; low += 1) {
      const sign = decoder.decode(Uint8Array.of(high, low));
      if (sign.length === 1 && !bytesOf.has(sign)) bytesOf.set(sign, [high, low]);
    }
  return Uint8Array.from(
    [...text].flatMap((sign) => (sign < "\u0080" ? [sign.charCodeAt(0)] : (bytesOf.get(sign) ?? []))),
  );
}

describe("a table that nobody can tell", () => {
  const PLAIN = "A;B;C\n15.03.2024 10:00;4,5;55\n15.03.2024 10:10;4,6;54\n";

  it("is refused with its first rows and what can be guessed of it", () => {
    const { issues, values: found, table } = read(PLAIN);
    expect([found, issues.map(({ rule, message }) => [rule, message])]).toEqual([
      [],
      [["columns", "has no row with a time and a measure: say what each column is (layout)"]],
    ]);
    expect(table).toMatchObject({
      source: "none",
      width: 3,
      layout: { delimiter: ";", headLine: 1, time: [0], columns: [] },
    });
    expect(table?.rows[1]).toEqual({ line: 2, cells: ["15.03.2024 10:00", "4,5", "55"] });
  });

  it("is read as somebody says, also without titles", () => {
    const columns = [
      { index: 1, measure: "temperature", channel: 1 },
      { index: 2, measure: "humidity", channel: 1 },
    ];
    for (const [text, headLine] of [
      [PLAIN, 1],
      [PLAIN.split("\n").slice(1).join("\n"), 0],
    ] as const) {
      const layout = TableLayout.parse({ delimiter: ";", headLine, time: [0], columns });
      const content = read(text, { layout });
      expect([content.issues, content.table?.source, values(content)[0], values(content).length]).toEqual([
        [],
        "given",
        [TWO_AT[0], "temperature", 4.5],
        4,
      ]);
      expect(read(text).table?.shape).toBe(content.table?.shape);
    }
  });

  it.each([
    ["one column for two things", { time: [0], columns: [{ index: 0, measure: "temperature", channel: 1 }] }],
    [
      "one sensor in two columns",
      { time: [0], columns: [1, 2].map((index) => ({ index, measure: "temperature", channel: 1 })) },
    ],
    ["a unit of another measure", { time: [0], columns: [{ index: 1, measure: "humidity", channel: 1, unit: "°C" }] }],
    ["no time", { time: [], columns: [{ index: 1, measure: "humidity", channel: 1 }] }],
    ["no measure", { time: [0], columns: [] }],
  ])("no layout says %s", (_name, layout) =>
    expect(TableLayout.safeParse({ delimiter: ";", headLine: 1, ...layout }).success).toBe(false),
  );
});

describe("a kept layout", () => {
  const HEAD = "Stempel;Oben;Unten";
  const row = (minute: number) => `15.03.2024 10:${String(minute).padStart(2, "0")};4,5;55`;
  const text = (preamble: number) =>
    [
      ...Array.from({ length: preamble }, (_, index) => `Logger;Zeile ${index};`),
      HEAD,
      ...[0, 10, 20, 30, 40, 50].map(row),
    ].join("\n");
  const layout = TableLayout.parse({
    ...{ delimiter: ";", headLine: 5, time: [0] },
    columns: [{ index: 1, measure: "temperature", channel: 1 }],
  });
  const titles = HEAD.toLowerCase().split(";");

  it.each([0, 1, 2, 4, 7])("reads all rows below its titles, with %i lines above them", (preamble) => {
    for (const kept of [titles, undefined]) {
      const content = read(text(preamble), { layout: { ...layout, isKept: true, titles: kept } });
      expect([content.issues, content.values.length, content.table]).toMatchObject([
        [],
        6,
        { source: "kept", layout: { headLine: preamble + 1 }, titles },
      ]);
    }
  });

  it("is none of a file without its titles", () => {
    const other = text(4).replace("Unten", "Mitte");
    const content = read(other, { layout: { ...layout, isKept: true, titles } });
    expect(content.issues.map(({ rule }) => rule)).toEqual(["columns"]);
  });

  it("is of any logger of a kind that writes its own name above the numbers of its rows", () => {
    const shapes = ["Kühlschrank 1", "Temp"].map((name) => read(LASCAR.replace("EasyLog USB", name)).table?.shape);
    expect(shapes[0]).toBe(shapes[1]);
  });

  it("said of this file leaves no row of values above the titles that it names", () => {
    const content = read(text(2), { layout: { ...layout, headLine: 6 } });
    expect(content.issues.map(({ line, column, rule }) => [line, column, rule])).toEqual([
      [4, "15.03.2024 10:20", "above"],
      [5, "15.03.2024 10:20", "above"],
    ]);
  });
});

describe("a zone in a title", () => {
  const HOBO = `"Plot Title: Fridge"
"#","Date Time, GMT+08:00","Temp, °C (LGR S/N: 10234567, SEN S/N: 10234567)","Coupler Attached"
1,2024-03-15 10:00:00,22.5,Logged
2,2024-03-15 10:10:00,22.6,
`;
  const first = (content: ReturnType<typeof read>) => [content.timeZone, values(content)[0]?.[0], content.issues];

  it.each([
    ["Time (GMT+8)", "Etc/GMT-8", "02:00"],
    ["Time UTC+02:00", "Etc/GMT-2", "08:00"],
    ["Time (UTC)", "UTC", "10:00"],
    ["ts_utc", "UTC", "10:00"],
    ["Time", "America/Lima", "15:00"],
  ])("%j is read with its offset", (title, zone, at) =>
    expect(first(read(`${title};Temp\n2024-03-15 10:00;5\n`, { timeZone: "America/Lima" }))).toEqual([
      zone,
      `2024-03-15T${at}`,
      [],
    ]),
  );

  it("counts less than what somebody chose, also of a HOBO and in a given layout", () => {
    expect(first(read(HOBO))).toEqual(["Etc/GMT-8", "2024-03-15T02:00", []]);
    const layout = TableLayout.parse({
      ...{ delimiter: ",", headLine: 2, time: [1] },
      columns: [{ index: 2, measure: "temperature", channel: 1 }],
    });
    const chosen = { timeZone: "Europe/Berlin", isZoneChosen: true };
    for (const more of [{}, { layout }])
      expect(first(read(HOBO, { ...chosen, ...more }))).toEqual(["Europe/Berlin", "2024-03-15T09:00", []]);
    expect(first(read(HOBO, { layout }))).toEqual(["Etc/GMT-8", "2024-03-15T02:00", []]);
  });

  it("is asked for where no zone keeps it", () => {
    const text = "Time (UTC+3:30);Temp\n2024-03-15 10:00;5\n";
    expect(read(text).issues).toMatchObject([{ line: 1, column: "Time (UTC+3:30)", rule: "zone" }]);
    expect(read(text, { timeZone: "Asia/Tehran", isZoneChosen: true }).issues).toEqual([]);
  });
});

describe("a column of units", () => {
  const told = (content: ReturnType<typeof read>) =>
    content.issues.map(({ line, column, rule, value }) => [line, column, rule, value]);
  const TABLE = "Time;Temp;Unit\n2024-03-15 10:00;4,5;°C\n2024-03-15 10:10;45;%\n2024-03-15 10:20;41;F\n";

  it("is held to the measure of its value, and refused by row and column", () => {
    expect(told(read(TABLE))).toEqual([[3, "Unit", "unit", "%"]]);
    expect(values(read(TABLE.replace("45;%", "4,6;C"))).map(([, , value]) => value)).toEqual([4.5, 4.6, 5]);
    for (const unit of ["Bq", ""]) expect(told(read(TABLE.replace("%", unit)))).toEqual([[3, "Unit", "unit", unit]]);
    const layout = TableLayout.parse({
      ...{ delimiter: ";", headLine: 1, time: [0], unit: 2 },
      columns: [{ index: 1, measure: "temperature", channel: 1 }],
    });
    expect(told(read(TABLE, { layout }))).toEqual([[3, "Unit", "unit", "%"]]);
  });

  it("does not contradict the unit of a title", () =>
    expect(told(read(TABLE.replace("Temp", "Temp (°C)").replace("45;%", "4,6;C")))).toEqual([
      [4, "Unit", "unit", "F"],
    ]));

  it("is of one column of values: beside several, somebody has to say", () =>
    expect(told(read("Time;Temp;Unit;Hum\n2024-03-15 10:00;41;F;55\n"))).toEqual([[0, "", "columns", undefined]]));

  it("is none where it names places beside values that have their units", () => {
    const content = read("Time;Unit;Temp (°C);Hum (%)\n2024-03-15 10:00;Fridge 3;4,5;55\n");
    expect([told(content), content.values.length, content.facts.ignored]).toEqual([[], 2, ["Unit"]]);
    expect(read("Time;Unit;Temp;Hum\n2024-03-15 10:00;Fridge 3;4,5;55\n").values).toHaveLength(2);
    expect(told(read("Time;Unit;Temp\n2024-03-15 10:00;Fridge 3;4,5\n"))).toEqual([[2, "Unit", "unit", "Fridge 3"]]);
  });

  it("tells the measure of each row, also of a second table below the first", () => {
    const [head = "", ...rows] = IBUTTON.trimEnd().split("\n").slice(-3);
    const humid = rows.map((one, index) => one.replace(/C,.*/, `%RH,${50 + index}.5`));
    for (const count of [1, 40]) {
      const series = (lines: string[]) =>
        Array.from({ length: count }, (_, day) =>
          lines.map((line) => line.replace("15/03", `${(day % 28) + 1}/0${1 + Math.floor(day / 28)}`)),
        ).flat();
      const file = [head, ...series(rows), "", "Humidity", head, ...series(humid)].join("\n");
      const content = read(file, { dateOrder: "dmy" });
      expect([content.issues, values(content).slice(0, 2)]).toEqual([
        [],
        [
          ["2024-01-01T10:00", "temperature", 4.562],
          ["2024-01-01T10:00", "humidity", 50.5],
        ],
      ]);
      expect(content.values).toHaveLength(count * 4);
    }
    expect(told(read(`${head}\n15/03/2024 10:00,C,5\n15/03/2024 10:10,lx,5`))).toEqual([[3, "Unit", "unit", "lx"]]);
  });
});

describe("a Lascar named like a measure", () => {
  it.each(["Temp", "Temperature 1", "Humidity", "Time", "Date"])(
    "%s: the numbers of its rows are no values",
    (name) => {
      const content = read(LASCAR.replace("EasyLog USB", name));
      expect([content.issues, content.facts.ignored.slice(0, 2)]).toEqual([[], [name, "Dew Point(°C)"]]);
      expect(values(content)[0]).toEqual(["2024-03-15T10:00", "temperature", 22.5]);
      expect(content.values).toHaveLength(4);
    },
  );

  it("a column of values that count up stays one", () => {
    const content = read("Temp;Time;Hum\n1;2024-03-15 10:00;50\n2;2024-03-15 10:10;51\n3;2024-03-15 10:20;52\n");
    expect(values(content).slice(0, 2)).toEqual([
      ["2024-03-15T10:00", "temperature", 1],
      ["2024-03-15T10:00", "humidity", 50],
    ]);
  });
});

describe("titles in words of the trade", () => {
  it.each([
    ["Zeitpunkt;Temp. [°C];Feuchte [%rF]", ["temperature", "humidity"]],
    ["Zeit;Kanal 1 [°C];Kanal 2 [%rF]", ["temperature", "humidity 2"]],
    ["Zeit;Temperatur;rel. Luftfeuchte [%]", ["temperature", "humidity"]],
    ["Fecha;Temp. (°C);Hum. rel. (%)", ["temperature", "humidity"]],
  ])("%j", (head, measures) => {
    const content = read(`${head}\n15.03.2024 10:00;4,5;55\n`);
    expect([content.issues, values(content).map(([, measure]) => measure)]).toEqual([[], measures]);
  });

  it("and shares of a gas", () =>
    expect(values(read("Time;CO2 (%);CO2 2 (ppb)\n2024-03-15 10:00;0.042;420000\n"))).toEqual([
      [TWO_AT[0], "co2", 420],
      [TWO_AT[0], "co2 2", 420],
    ]));
});

describe("tables that were taken for something else", () => {
  it("with | between their cells are read, or can be mapped", () => {
    expect(values(read("Time|Temp\n2024-03-15 10:00|4.5\n"))).toEqual([[TWO_AT[0], "temperature", 4.5]]);
    const unknown = read("Stempel|Oben\n2024-03-15 10:00|4.5\n");
    expect([unknown.issues[0]?.rule, unknown.table?.layout.delimiter]).toEqual(["columns", "|"]);
  });

  it("that begin with the name of their device are no text of a Fridge-tag", () => {
    expect(values(read("Device: Logger 7\nSerial: 99\n\nTime;Temp\n2024-03-15 10:00;4.5\n"))).toHaveLength(1);
    const unknown = read("Device: Logger 7;\nVers: 1;\nStempel;Oben\n2024-03-15 10:00;4.5\n");
    expect([unknown.issues[0]?.rule, unknown.table?.layout]).toMatchObject(["columns", { headLine: 3, time: [0] }]);
  });
});

describe("what is no table", () => {
  it.each([
    ["a PDF", "%PDF-1.7\n%âãÏÓ\n1 0 obj", "pdf"],
    ["a GPX file", '<?xml version="1.0"?>\n<gpx version="1.1"><trk/></gpx>', "gpx"],
    ["a web page", "<!DOCTYPE html><html><body>time,temp</body></html>", "markup"],
    ["JSON", '[{"time":"2024-03-15","temp":4}]', "json"],
  ])("%s is refused as what it is", async (_name, text, rule) => {
    const { issues } = await readLoggerFile(Buffer.from(text, "latin1"), options);
    expect(issues.map((issue) => issue.rule)).toEqual([rule]);
  });
  it("an old workbook likewise", async () => {
    const { issues } = await readLoggerFile(Uint8Array.of(0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1), options);
    expect(issues[0]?.rule).toBe("xls");
  });
});
