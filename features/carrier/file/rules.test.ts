import { describe, expect, it } from "vitest";
import { makeDocx, makePdf, makeXlsx } from "@/tests/factories/document";
import { makeJpeg, makePng } from "@/tests/factories/picture";
import { documentTypeOf, isFileName, nameFor, officeTypeOf } from "./rules";

describe("what a document is", () => {
  it("is told by its content", () => {
    expect(documentTypeOf(makePdf())).toBe("application/pdf");
    expect(documentTypeOf(makePng())).toBe("image/png");
    expect(documentTypeOf(makeJpeg())).toBe("image/jpeg");
  });

  it.each([
    ["a page in the clothes of a PDF", Buffer.from("<html><script>alert(1)</script></html>")],
    ["a PDF that is a page as well", makePdf("<!doctype html><script>alert(1)</script>")],
    ["a PDF that was cut off", makePdf().subarray(0, 20)],
    ["a PDF behind something else", Buffer.concat([Buffer.from("GIF89a"), makePdf()])],
    ["a drawing with a script", Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>')],
    ["a program", Buffer.from("MZ\x90\0\x03")],
    ["an archive, at first sight", makeXlsx()],
    ["nothing", Buffer.alloc(0)],
  ])("is not %s", (_, bytes) => expect(documentTypeOf(bytes)).toBeUndefined());

  it("of an archive is told by its parts, and one with programs is none", () => {
    const parts = (main: string, ...more: string[]) => officeTypeOf(["[Content_Types].xml", main, ...more]);
    expect(parts("xl/workbook.xml", "xl/printerSettings/printerSettings1.bin")).toContain("spreadsheetml.sheet");
    expect(parts("word/document.xml")).toContain("wordprocessingml.document");
    expect(parts("xl/workbook.xml", "xl/vbaProject.bin")).toBeUndefined();
    expect(parts("word/document.xml", "word/activeX/activeX1.xml")).toBeUndefined();
    expect(parts("word/document.xml", "word/embeddings/setup.exe")).toBeUndefined();
    expect(parts("ppt/presentation.xml")).toBeUndefined();
    expect(officeTypeOf(["xl/workbook.xml"])).toBeUndefined();
    expect(makeDocx().subarray(0, 2).toString()).toBe("PK");
  });
});

describe("its name", () => {
  it.each([
    ["manual.pdf", "manual.pdf"],
    ["Manual.PDF", "Manual.PDF"],
    ["manual", "manual.pdf"],
    ["pdf", "pdf.pdf"],
    ["page.html", "page.html.pdf"],
    ["验收报告", "验收报告.pdf"],
    ["n".repeat(100), `${"n".repeat(96)}.pdf`],
  ])("%s becomes %s", (given, kept) => expect(nameFor(given, "application/pdf")).toBe(kept));

  it.each(["a/b.pdf", String.raw`a\b.pdf`, "a\0.pdf", "a\u202efdp.exe", "a\n.pdf", ".."])("is not %j", (name) =>
    expect(isFileName(name)).toBe(false),
  );
});
