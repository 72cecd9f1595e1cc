import { setTimeout as pause } from "node:timers/promises";
import { LOCALES } from "@/lib/i18n/routing";
import { type FlatCell, flatBook, flatRows } from "../support/flat-sheet";
import { csvOfTexts, hasOffice, type Office, openOffice } from "../support/libreoffice";
import { BASE_URL, cookieOf, makeFleet, sql } from "./support";

/**
 * Workbooks saved by LibreOffice, imported through the endpoint: accepted as a whole or refused with the addresses of
 * the bad cells. Also the exported workbooks, as LibreOffice shows them.
 */
const ROWS = 20_000;
const BOUND_SECONDS = 60;
const GIVE_UP_MS = 180_000;

type Issue = { cell: string; field: string; rule: string; other?: string };
type Import = { id: number; status: string; total: number; done: number; issueCount: number; issues: Issue[] };
type Row = readonly FlatCell[];

const NOTHING_READ = { id: 0, status: "refused", total: 0, done: 0, issueCount: 1 };

async function bench() {
  const office = await openOffice();
  console.log(office.version);
  try {
    const { customerId, serialNumbers } = await makeFleet(2);
    await sql`insert into parameter (customer_id, code, name, type, content)
      values (${customerId}, 'customer.deviceQuota', '', 'integer', '30000')`;
    const desk = await openDesk(customerId, office);
    await takesWhatIsRight(desk);
    await refusesWhatIsNot(desk, serialNumbers[0] as string);
    await takesMany(desk);
    await isShownRight(desk);
  } finally {
    office.close();
  }
}

type Desk = Awaited<ReturnType<typeof openDesk>>;

async function openDesk(customerId: number, office: Office) {
  const cookie = await cookieOf("root");
  const get = async (path: string) => {
    const response = await fetch(`${BASE_URL}${path}`, { headers: { cookie } });
    if (!response.ok) throw new Error(`${path} answers ${response.status}`);
    return response;
  };
  const download = async (path: string) => Buffer.from(await (await get(path)).arrayBuffer());
  const upload = async (content: Uint8Array, seen: (step: Import) => void = () => {}): Promise<Import> => {
    const path = `/service/sensor/importSensor?fileName=list.xlsx&customerId=${customerId}`;
    const headers = { cookie, "content-type": "application/octet-stream" };
    const response = await fetch(`${BASE_URL}${path}`, { method: "POST", headers, body: new Uint8Array(content) });
    const answer = (await response.json()) as {
      state: { issues?: { rule: string; message: string }[] };
      result: Import | null;
    };
    // A file without rows, or after another template, is refused at once; the message begins with the cell.
    const issues = (answer.state.issues ?? []).map(({ rule, message }) => ({
      cell: /^([A-Z]+\d+): /.exec(message)?.[1] ?? "",
      field: "",
      rule,
    }));
    if (response.status === 422 && issues.length > 0) return { ...NOTHING_READ, issues };
    if (!answer.result) throw new Error(`${response.status} ${JSON.stringify(answer).slice(0, 400)}`);
    for (const until = Date.now() + GIVE_UP_MS; Date.now() < until; await pause(250)) {
      const read = await get(`/service/deviceImport/${answer.result.id}`);
      const { result } = (await read.json()) as { result: Import };
      seen(result);
      if (["done", "refused", "failed"].includes(result.status)) return result;
    }
    throw new Error("the import does not end");
  };
  const stored = (mark: string) => sql<
    { serialNumber: string; name: string; mac: string | null; interval: number | null; due: string | null }[]
  >`select serial_number as "serialNumber", name, mac, report_interval_seconds as interval,
           calibration_due_on::text as due, description
      from device where customer_id = ${customerId} and (name like ${`${mark}%`}) order by id`;
  return {
    office,
    customerId,
    download,
    upload,
    stored,
    /** A flat workbook as LibreOffice saves it. */
    save: (rows: readonly Row[], options = {}) => office.convert(flatBook(rows, options), "fods", "xlsx"),
  };
}

function check(what: string, got: unknown, wanted: unknown) {
  const holds = JSON.stringify(got) === JSON.stringify(wanted);
  console.log(`import: ${what}: ${holds ? "holds" : `FAILS: ${JSON.stringify(got)}, not ${JSON.stringify(wanted)}`}`);
  if (!holds) process.exitCode = 1;
}
const endOf = ({ status, issues }: Import) => [
  status,
  ...issues.map(({ cell, field, rule, other }) => [cell, field, rule, other].filter(Boolean).join(" ")),
];

const TITLES: Row = ["序列号", "名称", "类型", "MAC", "上报间隔（秒）", "校准有效期至", "描述"];
const sensor = (serialNumber: FlatCell, name: FlatCell, mac: FlatCell, ...rest: Row): Row => [
  serialNumber,
  name,
  "zbp_2",
  mac,
  ...rest,
];

async function takesWhatIsRight({ office, download, upload, stored, save }: Desk) {
  // The product's own template, opened, filled in below its header and saved.
  const flat = await office.convert(await download("/service/sensor/importTemplate?locale=zh-CN"), "xlsx", "fods");
  const filled = [
    ["00012345", "模板一号", "zbp_2 · ZigBee", "00124B00A0000001"],
    ["LO-2", "模板二号", "zbp_2", "00124B00A0000002", "", "", "两行\n文字", "", 900, "", "2027-06-30"],
  ];
  const marker = /(<table:table-row [^>]*table:number-rows-repeated="20000">)/;
  if (!marker.test(flat.toString("utf8"))) throw new Error("the template has changed: no rows to fill in");
  const book = await office.convert(flat.toString("utf8").replace(marker, `${flatRows(filled)}$1`), "fods", "xlsx");
  check("our template, filled in", endOf(await upload(book)), ["done"]);
  check("and its devices", await stored("模板"), [
    {
      serialNumber: "00012345",
      name: "模板一号",
      mac: "00124B00A0000001",
      interval: 300,
      due: null,
      description: "",
    },
    {
      serialNumber: "LO-2",
      name: "模板二号",
      mac: "00124B00A0000002",
      interval: 900,
      due: "2027-06-30",
      description: "两行\n文字",
    },
  ]);
  const rows = [
    TITLES,
    sensor(20261120, "列表一号", "A1B2C301", 300, { day: "2027-06-30" }),
    sensor({ padded: 42 }, "列表二号", 12345678, 300.0, "2027-07-01"),
  ];
  const list = await save(rows, { name: "传感器 & <列表>" });
  check("a list of one's own, with numbers and days", endOf(await upload(list)), ["done"]);
  const made = (await stored("列表")).map(({ serialNumber, mac, interval, due }) => [serialNumber, mac, interval, due]);
  check("and its devices", made, [
    ["20261120", "A1B2C301", 300, "2027-06-30"],
    ["00042", "12345678", 300, "2027-07-01"],
  ]);
  const striped = await save([TITLES, sensor("LO-C", "彩色", "A1B2C303")], { isStriped: true });
  check("a sheet with 100,000 coloured empty rows", endOf(await upload(striped)), ["done"]);
}

async function refusesWhatIsNot({ office, download, upload, save }: Desk, taken: string) {
  const cases: readonly [what: string, file: Buffer, wanted: readonly string[]][] = [
    ["an empty sheet", await save([]), ["emptyFile"]],
    [
      "the template as it is",
      await office.convert(await download("/service/sensor/importTemplate?locale=ja"), "xlsx", "xlsx"),
      ["emptyFile"],
    ],
    [
      "another table",
      await save([
        ["名称", "价格"],
        ["苹果", 3],
      ]),
      ["B1 template"],
    ],
    [
      "the template of another kind",
      await office.convert(await download("/service/gateway/importTemplate?locale=en-US"), "xlsx", "xlsx"),
      ["A1 template"],
    ],
    [
      "MACs and serial numbers that come twice",
      await save([
        TITLES,
        sensor("LO-10", "重复", "A1B2C310"),
        sensor("LO-11", "重复", "a1b2c310"),
        sensor("lo-10", "重复", null),
        sensor(taken, "重复", null),
      ]),
      ["D3 mac fileDuplicate D2", "A4 serialNumber fileDuplicate A2", "A5 serialNumber unique"],
    ],
    [
      "formulas",
      await save([
        TITLES,
        sensor("LO-20", { formula: 'of:="公"&"式"' }, { formula: "of:=1/0" }, { formula: "of:=150*2" }),
      ]),
      ["B2 name formula", "D2 mac formula", "E2 reportIntervalSeconds formula"],
    ],
    [
      "merged cells",
      await save([TITLES, sensor("LO-30", { merged: "合并", rows: 2 }, "A1B2C330"), sensor("LO-31", null, "A1B2C331")]),
      ["B2 merged", "B3 name required"],
    ],
    [
      "a serial number that has lost digits",
      await save([TITLES, sensor(2 ** 60, "丢失", null)]),
      ["A2 serialNumber lostDigits"],
    ],
  ];
  for (const [what, file, wanted] of cases) check(what, endOf(await upload(file)), ["refused", ...wanted]);
}

async function takesMany({ office, upload, stored }: Desk) {
  const line = (index: number) => [
    `0${String(index).padStart(6, "0")}`,
    `批量${index}`,
    "zbp_2",
    (0xb0000000 + index).toString(16),
    "300",
    "",
    "冷库",
  ];
  const csv = [TITLES, ...Array.from({ length: ROWS }, (_, index) => line(index))]
    .map((cells) => cells.join(","))
    .join("\r\n");
  const book = await office.convert(csv, "csv", "xlsx", csvOfTexts(TITLES.length));
  const steps = new Set<string>();
  const started = performance.now();
  const result = await upload(book, ({ status, total, done }) => steps.add(`${status} ${done}/${total}`));
  const seconds = (performance.now() - started) / 1000;
  check(`${ROWS} rows`, endOf(result), ["done"]);
  const made = await stored("批量");
  check("and its devices", [made.length, made[0]?.serialNumber, made.at(-1)?.mac], [ROWS, "0000000", "B0004E1F"]);
  const verdict = seconds <= BOUND_SECONDS && steps.size >= 4 ? "holds" : "FAILS";
  console.log(
    `import: ${ROWS} rows in ${seconds.toFixed(1)} s, bound ${BOUND_SECONDS}, ${steps.size} steps seen: ${verdict}`,
  );
  if (verdict === "FAILS") process.exitCode = 1;
}

async function isShownRight({ office, download, upload, save }: Desk) {
  for (const locale of LOCALES) {
    const shown = await office.show(await download(`/service/sensor/importTemplate?locale=${locale}`));
    const { default: words } = await import(`../../messages/${locale}/device-import.json`);
    const [head, guide] = [shown.get(words.kind.sensor)?.[1], shown.get(words.guide.name)];
    check(`the template in ${locale}: its first title`, head?.[0], `${words.column.serialNumber} *`);
    check(`the template in ${locale}: an example`, guide?.[1]?.at(-1), "00012345");
  }
  const bad = await upload(
    await save([TITLES, sensor("LO 40", "报告，“引号”", "xyz"), sensor("LO-41", "好的", "A1B2C341")]),
  );
  const report = await office.show(await download(`/service/deviceImport/${bad.id}/report?locale=zh-CN`));
  const { default: words } = await import("../../messages/zh-CN/device-import.json");
  const issues = report.get(words.report.issues)?.map((row) => row.slice(0, 3));
  check("the report: its bad cells", issues?.slice(1), [
    ["A2", words.column.serialNumber, "LO 40"],
    ["D2", words.column.mac, "xyz"],
  ]);
  const rows = report.get(words.report.rows);
  check(
    "the report: its bad rows",
    rows?.slice(1).map((row) => row.slice(0, 3)),
    [["2", "LO 40", "报告，“引号”"]],
  );
  const [csv, xlsx] = await Promise.all(
    (["csv", "xlsx"] as const).map((format) => download(`/service/carrier/export?format=${format}&sort=name`)),
  );
  const list = [...(await office.show(xlsx as Buffer)).values()][0];
  const lines = (csv as Buffer)
    .toString("utf8")
    .replace(/^\uFEFF/, "")
    .trimEnd()
    .split("\r\n");
  check("the list of carriers: its first line", list?.[0]?.join(","), lines[0]);
  check("the list of carriers: its rows", list?.length, lines.length);
}

if (hasOffice) await bench();
else console.log("import: skipped, there is no soffice in PATH (Debian: apt-get install libreoffice-calc)");
await sql.end();
