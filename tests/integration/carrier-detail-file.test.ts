import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { POST } from "@/app/service/carrier/[id]/file/route";
import { GET as download } from "@/app/service/carrierFile/[id]/route";
import { db } from "@/db/client";
import { carrierFile, storedFile } from "@/db/schema";
import {
  addCarrierFile,
  getCarrierFile,
  listCarrierFiles,
  removeCarrierFile,
  renameCarrierFile,
} from "@/features/carrier/file/operations";
import { FILE_BYTES, MAXIMUM_FILES } from "@/features/carrier/file/rules";
import type { OperationContext } from "@/lib/operation/context";
import { accountContext, makeUser, openSessionOf, type UserOptions } from "../factories/account";
import { makeArchive, makeDocx, makePdf, makeXlsx } from "../factories/document";
import { makeJpeg, makePng } from "../factories/picture";
import { makeScene } from "../factories/scene";
import { makeCustomer, makeFridge } from "../factories/world";
import { trailOf } from "../support/audit";
import { refusal } from "../support/refusal";

let own: Awaited<ReturnType<typeof makeCustomer>>;
let admin: OperationContext;
let token: string;

const contextOf = async (options: UserOptions = {}, customer = own) =>
  accountContext(db(), await makeUser(db(), customer.id, options));
const fridge = async () => (await makeFridge(db(), own)).carrier.id;
const keptFiles = async () => (await db().select().from(storedFile).where(eq(storedFile.customerId, own.id))).length;
const add = (id: number, name: string, file: Buffer = makePdf()) => addCarrierFile.call(admin, { id, name, file });

beforeAll(async () => {
  own = await makeCustomer(db());
  const user = await makeUser(db(), own.id);
  admin = await accountContext(db(), user);
  token = (await openSessionOf(db(), user)).token;
});
afterAll(() => db().$client.end({ timeout: 5 }));

describe("a document of a carrier", () => {
  it("is kept, listed, served, renamed and removed, and the trail of the carrier tells it", async () => {
    const id = await fridge();
    const before = await keptFiles();
    const made = await add(id, "验收 report", makePdf("x"));
    expect(made).toMatchObject({ carrierId: id, name: "验收 report.pdf", contentType: "application/pdf" });
    expect((await listCarrierFiles.call(admin, { id })).items).toEqual([made]);
    const reply = await getCarrierFile.call(admin, { id: made.id });
    expect(reply.headers).toMatchObject({
      "content-type": "application/pdf",
      "content-disposition": expect.stringMatching(
        /^attachment; filename="__ report\.pdf"; filename\*=UTF-8''%E9%AA%8C/,
      ),
      "x-content-type-options": "nosniff",
      "content-security-policy": "default-src 'none'; sandbox",
    });
    expect(Buffer.from(reply.body as Uint8Array)).toEqual(makePdf("x"));
    expect(await renameCarrierFile.call(admin, { id: made.id, name: "Manual.html" })).toMatchObject({
      name: "Manual.html.pdf",
    });
    await removeCarrierFile.call(admin, { id: made.id });
    expect([(await listCarrierFiles.call(admin, { id })).items, await keptFiles()]).toEqual([[], before]);
    expect(await trailOf(db(), own.id, "carrier", id)).toMatchObject([
      { operation: "carrierFile.create", newValues: { fileName: "验收 report.pdf", contentType: "application/pdf" } },
      {
        operation: "carrierFile.update",
        oldValues: { fileName: "验收 report.pdf" },
        newValues: { fileName: "Manual.html.pdf" },
      },
      { operation: "carrierFile.remove", oldValues: { fileName: "Manual.html.pdf" }, newValues: null },
    ]);
  });

  it.each([
    ["a PNG that is called a PDF", makePng(), "image/png", "a.pdf.png"],
    ["a JPEG", makeJpeg(), "image/jpeg", "a.pdf.jpg"],
    ["a workbook", makeXlsx(), "spreadsheetml.sheet", "a.pdf.xlsx"],
    ["a text document", makeDocx(), "wordprocessingml.document", "a.pdf.docx"],
  ])("may be %s, and is kept as what it is", async (_, bytes, type, name) => {
    const made = await add(await fridge(), "a.pdf", bytes);
    expect([made.contentType.endsWith(type), made.name]).toEqual([true, name]);
  });

  it.each([
    ["a drawing", Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>')],
    ["a page in the clothes of a PDF", Buffer.from("<html><script>alert(1)</script>%PDF-1.4 %%EOF")],
    ["a PDF that is a page as well", makePdf("<html><body onload=alert(1)>")],
    ["a picture with a page in it", makePng({ text: "<script>alert(1)</script>" })],
    ["a workbook with macros", makeXlsx("xl/vbaProject.bin")],
    ["an archive of anything", makeArchive(["a.txt"])],
    ["an archive that is cut off", makeXlsx().subarray(0, 60)],
    ["a program", Buffer.from("MZ and more")],
  ])("is not %s, and nothing is kept", async (_, bytes) => {
    const id = await fridge();
    const before = await keptFiles();
    expect(await refusal(add(id, "a.pdf", bytes))).toMatchObject({
      code: "INVALID",
      issues: [{ path: "file", rule: "document" }],
    });
    expect([await keptFiles(), await trailOf(db(), own.id, "carrier", id)]).toEqual([before, []]);
  });

  it("has a name of its own there, without tricks, and there are so many at most", async () => {
    const id = await fridge();
    const first = await add(id, "manual.pdf");
    const second = await add(id, "other.pdf");
    const taken = { code: "CONFLICT", issues: [{ path: "name", rule: "unique" }] };
    expect(await refusal(add(id, "MANUAL"))).toMatchObject(taken);
    expect(await refusal(renameCarrierFile.call(admin, { id: second.id, name: "Manual" }))).toMatchObject(taken);
    expect(await renameCarrierFile.call(admin, { id: first.id, name: "Manual" })).toMatchObject({ name: "Manual.pdf" });
    for (const name of ["../../etc/passwd", "a\u202efdp.exe", "a\0b", ".."])
      expect(await refusal(add(id, name))).toMatchObject({
        code: "INVALID",
        issues: [{ path: "name", rule: expect.stringMatching(/^(fileName|singleLine)$/) }],
      });
    expect(await refusal(add(id, "n".repeat(101)))).toMatchObject({ issues: [{ path: "name", rule: "too_big" }] });
    const [stored] = await db().select().from(carrierFile).where(eq(carrierFile.id, first.id));
    await db()
      .insert(carrierFile)
      .values(
        Array.from({ length: MAXIMUM_FILES - 2 }, (_, index) => ({
          customerId: own.id,
          carrierId: id,
          fileId: stored?.fileId as string,
          name: `${index}.pdf`,
        })),
      );
    expect(await refusal(add(id, "one more"))).toMatchObject({ code: "CONFLICT", issues: [{ rule: "fileCount" }] });
  });

  it("is out of reach without a code, for other nodes and other customers, and stays", async () => {
    const id = await fridge();
    const made = await add(id, "manual.pdf");
    const elsewhere = await makeScene(db(), { customerId: own.id, parentId: own.sceneId });
    const outside = [
      await contextOf({ scopeType: 0, sceneIds: [elsewhere.id] }),
      await contextOf({}, await makeCustomer(db())),
    ];
    const actions = (ctx: OperationContext) => [
      () => addCarrierFile.call(ctx, { id, name: "x", file: makePdf() }),
      () => renameCarrierFile.call(ctx, { id: made.id, name: "x" }),
      () => removeCarrierFile.call(ctx, { id: made.id }),
    ];
    const looks = (ctx: OperationContext) => [
      () => listCarrierFiles.call(ctx, { id }),
      () => getCarrierFile.call(ctx, { id: made.id }),
    ];
    for (const ctx of outside)
      for (const call of [...actions(ctx), ...looks(ctx)])
        expect(await refusal(call())).toMatchObject({ code: "NOT_FOUND" });
    const viewer = await contextOf({ permissions: ["viewRefrigerator"] });
    for (const call of actions(viewer)) expect(await refusal(call())).toMatchObject({ code: "FORBIDDEN" });
    for (const call of looks(viewer)) await call();
    const ofCars = await contextOf({ permissions: ["editCar"] });
    for (const call of [...actions(ofCars), ...looks(ofCars)])
      expect(await refusal(call())).toMatchObject({ code: "FORBIDDEN" });
    expect((await listCarrierFiles.call(admin, { id })).items).toEqual([made]);
  });
});

describe("the door", () => {
  const headers = () => ({ authorization: `Bearer ${token}` });
  async function post(id: number, query: string, body: BodyInit, type?: string) {
    const request = new Request(`http://localhost/service/carrier/${id}/file${query}`, {
      method: "POST",
      body,
      headers: { ...headers(), ...(type && { "content-type": type }) },
    });
    const response = await POST(request, { params: Promise.resolve({ id: String(id) }) });
    const { state, result } = (await response.json()) as { state: object; result: { id: number } };
    return { status: response.status, ...state, result };
  }

  it("takes the bytes alone with the name in the query, or a form", async () => {
    const id = await fridge();
    const bytes = new Uint8Array(makePdf());
    const made = await post(id, "?name=a.pdf", bytes, "application/octet-stream");
    expect(made).toMatchObject({ status: 200, result: { name: "a.pdf", carrierId: id } });
    const form = new FormData();
    form.set("name", "b");
    form.set("document", new Blob([bytes], { type: "text/html" }), "b.html");
    expect(await post(id, "", form)).toMatchObject({ status: 200, result: { name: "b.pdf" } });
    const params = Promise.resolve({ id: String(made.result.id) });
    const shown = await download(new Request("http://localhost/service/carrierFile/1", { headers: headers() }), {
      params,
    });
    expect([shown.status, shown.headers.get("content-type")]).toEqual([200, "application/pdf"]);
    expect(shown.headers.get("content-disposition")).toMatch(/^attachment/);
  });

  it("refuses too much before it reads it all, and nothing at all", async () => {
    const id = await fridge();
    const large = new Uint8Array(FILE_BYTES + 64 * 1024 + 1);
    expect(await post(id, "?name=a.pdf", large, "application/octet-stream")).toMatchObject({ status: 413 });
    expect(await post(id, "?name=a.pdf", "", "application/octet-stream")).toMatchObject({
      status: 422,
      issues: [{ path: "file", rule: "required" }],
    });
  });
});
