import { createHash, createVerify } from "node:crypto";
import forge from "node-forge";
import { beforeAll, describe, expect, it } from "vitest";
import { PdfDocument } from "./document";
import type { SigningKey } from "./sign";
import { keyPairOf, makeKeyPair, signingKeyOf } from "./signing-key";
import { tableDocument } from "./table-document";

const madeAt = new Date("2026-11-20T04:00:00Z");
let pair: ReturnType<typeof makeKeyPair>;
let key: SigningKey;
beforeAll(() => {
  pair = makeKeyPair("Frostline · test", madeAt);
  key = signingKeyOf(pair);
});

const frame = {
  title: "Temperature record",
  customer: "市疾控中心",
  locale: "en-US",
  madeAt,
  author: "Chen Jing",
  subtitle: ["2026-11-01 – 2026-11-20"],
  made: "Made by Chen Jing",
  page: (page: number, count: number) => `${page} / ${count}`,
};

const pagesOf = (file: Buffer) => file.toString("latin1").match(/\/Type \/Page\b(?!s)/g)?.length ?? 0;
const row = (index: number) => [`Fridge ${index}`, index, 5.25, null];
const columns = [{ title: "Name", width: 3 }, { title: "Number" }, { title: "°C" }, { title: "Note" }];

describe("PdfDocument", () => {
  it("is tagged PDF/A-3b with its language and the attached data", async () => {
    const document = new PdfDocument(frame);
    document.heading("Figures");
    document.figures([{ label: "Mean", value: "5.0 °C", note: "∑ v·t ÷ ∑ t" }]);
    const content = Buffer.from("at,value\n1,5\n");
    document.attach({ name: "readings.csv", type: "text/csv", description: "Readings", content });
    const file = (await document.finish()).toString("latin1");
    expect(file).toContain("<pdfaid:part>3</pdfaid:part>");
    expect(file).toMatch(/\/Lang \(en-US\)/);
    expect(file).toContain("/StructTreeRoot");
    expect(file).toContain("/AFRelationship /Data");
    expect(file).not.toContain("/FT /Sig");
  });

  it("repeats the head of a table on each page and prints every row", async () => {
    const rows = Array.from({ length: 300 }, (_, index) => row(index));
    const document = new PdfDocument(frame);
    expect(await document.table(columns, [rows.slice(0, 100), rows.slice(100)])).toBe(300);
    expect(pagesOf(await document.finish())).toBeGreaterThan(6);
  });

  it("has a QR code on each page", async () => {
    const check = { address: "https://console.example/reportCheck", lines: ["Check here"] };
    const plain = await new PdfDocument(frame).finish();
    const checked = await new PdfDocument({ ...frame, check }).finish();
    expect(checked.length).toBeGreaterThan(plain.length);
  });
});

describe("signature", () => {
  it("covers all bytes but itself, with the certificate's hash among what is signed", async () => {
    const file = await new PdfDocument(frame).finish(key);
    const [, ...range] = /\/ByteRange \[(\d+) (\d+) (\d+) (\d+)\]/.exec(file.toString("latin1")) ?? [];
    const [start, length, end, rest] = range.map(Number) as [number, number, number, number];
    expect([start, end + rest]).toEqual([0, file.length]);
    const signed = Buffer.concat([file.subarray(0, length), file.subarray(end)]);
    const der = Buffer.from(file.subarray(length + 1, end - 1).toString("latin1"), "hex");
    const cms = forge.asn1.fromDer(der.toString("binary"), { parseAllBytes: false } as never);
    const signedData = (cms.value[1] as forge.asn1.Asn1).value[0] as forge.asn1.Asn1;
    const signer = (signedData.value.at(-1) as forge.asn1.Asn1).value[0] as forge.asn1.Asn1;
    const attributes = signer.value[3] as forge.asn1.Asn1;
    const asSet = forge.asn1.create(forge.asn1.Class.UNIVERSAL, forge.asn1.Type.SET, true, attributes.value as never);
    const bytes = Buffer.from(forge.asn1.toDer(asSet).getBytes(), "binary");
    expect(bytes.includes(createHash("sha256").update(signed).digest())).toBe(true);
    const certificate = Buffer.from(
      forge.asn1.toDer(forge.pki.certificateToAsn1(key.certificate)).getBytes(),
      "binary",
    );
    expect(bytes.includes(createHash("sha256").update(certificate).digest())).toBe(true);
    const signature = Buffer.from((signer.value[5] as forge.asn1.Asn1).value as string, "binary");
    expect(createVerify("sha256").update(bytes).verify(pair.certificate, signature)).toBe(true);
  });

  it("is a field of the form, which asks no reader to draw it anew", async () => {
    const file = (await new PdfDocument(frame).finish(key)).toString("latin1");
    expect(file).toMatch(/\/Fields \[\d+ 0 R\]/);
    expect(file).toMatch(/\/SigFlags 3/);
    expect(file).not.toContain("NeedAppearances");
    expect(file.match(/\/FT \/Sig/g)).toHaveLength(1);
  });

  it("reads a key and its certificate from a PKCS #12 file", () => {
    const privateKey = forge.pki.privateKeyFromPem(pair.privateKey);
    const p12 = forge.pkcs12.toPkcs12Asn1(privateKey, [key.certificate], "secret", { algorithm: "aes256" });
    const file = Buffer.from(forge.asn1.toDer(p12).getBytes(), "binary");
    expect(signingKeyOf(keyPairOf(file, "secret")).name).toBe("Frostline · test");
    expect(() => keyPairOf(file, "wrong")).toThrow();
  });
});

describe("tableDocument", () => {
  it.each(["zh-CN", "en-US", "es", "ja"] as const)("prints a table in %s", async (locale) => {
    const file = await tableDocument({
      ...{ title: "Export", customer: "市疾控中心", locale, timeZone: "Asia/Shanghai", madeAt, author: "陈静" },
      columns,
      batches: [[row(1), row(2)]],
    });
    expect(file.subarray(0, 8).toString()).toBe("%PDF-1.7");
    expect(file.toString("latin1")).toContain(`/Lang (${locale})`);
  });
});
