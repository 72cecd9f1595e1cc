/** The smallest content that a reader recognises as a PDF; `body` follows the header. */
export const makePdf = (body = ""): Buffer =>
  Buffer.from(`%PDF-1.4\n${body}\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n`, "latin1");

/** A zip archive with empty entries of these names. */
export function makeArchive(names: readonly string[]): Buffer {
  const locals: Buffer[] = [];
  const centrals: Buffer[] = [];
  let offset = 0;
  for (const name of names) {
    const local = Buffer.alloc(30);
    local.writeUInt32LE(0x04034b50, 0);
    local.writeUInt16LE(name.length, 26);
    const central = Buffer.alloc(46);
    central.writeUInt32LE(0x02014b50, 0);
    central.writeUInt16LE(name.length, 28);
    central.writeUInt32LE(offset, 42);
    locals.push(local, Buffer.from(name));
    centrals.push(central, Buffer.from(name));
    offset += 30 + name.length;
  }
  const directory = Buffer.concat(centrals);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(names.length, 8);
  end.writeUInt16LE(names.length, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...locals, directory, end]);
}

const OFFICE = ["[Content_Types].xml", "_rels/.rels"];
export const makeXlsx = (...more: string[]): Buffer => makeArchive([...OFFICE, "xl/workbook.xml", ...more]);
export const makeDocx = (...more: string[]): Buffer => makeArchive([...OFFICE, "word/document.xml", ...more]);
