/** A cell of a flat OpenDocument sheet: a text, a number, nothing, or a feature of LibreOffice. */
export type FlatCell =
  | string
  | number
  | null
  | { day: string }
  /** A number whose format pads it with zeros to five digits. */
  | { padded: number }
  /** In LibreOffice syntax: `of:=[.A3]&"x"`. */
  | { formula: string }
  /** A text in a cell merged with this many below it, which are `null`. */
  | { merged: string; rows: number };

const escaped = (text: string) =>
  text.replace(/[&<>"]/g, (sign) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" })[sign] as string);
const cell = (attributes: string, content = "") => `<table:table-cell ${attributes}>${content}</table:table-cell>`;
const texts = (text: string) =>
  text
    .split("\n")
    .map((line) => `<text:p>${escaped(line)}</text:p>`)
    .join("");

function cellOf(value: FlatCell): string {
  if (value === null) return cell("");
  if (typeof value === "string") return cell('office:value-type="string"', texts(value));
  if (typeof value === "number") return cell(`office:value-type="float" office:value="${value}"`);
  if ("day" in value) return cell(`table:style-name="day" office:value-type="date" office:date-value="${value.day}"`);
  if ("padded" in value)
    return cell(`table:style-name="padded" office:value-type="float" office:value="${value.padded}"`);
  if ("formula" in value) return cell(`table:formula="${escaped(value.formula)}"`);
  const span = `table:number-columns-spanned="1" table:number-rows-spanned="${value.rows}" office:value-type="string"`;
  return cell(span, texts(value.merged));
}

export const flatRows = (rows: readonly (readonly FlatCell[])[]): string =>
  rows.map((cells) => `<table:table-row>${cells.map(cellOf).join("")}</table:table-row>`).join("\n");

/** Pairs of rows. */
const STRIPES = 50_000;
const NAMESPACES = ["office", "table", "text", "style", "number"]
  .map((name) => `xmlns:${name}="urn:oasis:names:tc:opendocument:xmlns:${name === "number" ? "datastyle" : name}:1.0"`)
  .concat('xmlns:fo="urn:oasis:names:tc:opendocument:xmlns:xsl-fo-compatible:1.0"')
  .join(" ");

const STYLES = `
<number:date-style style:name="N1"><number:day/><number:text>.</number:text><number:month/><number:text>.</number:text><number:year number:style="long"/></number:date-style>
<number:number-style style:name="N2"><number:number number:decimal-places="0" number:min-integer-digits="5"/></number:number-style>
<style:style style:name="day" style:family="table-cell" style:data-style-name="N1"/>
<style:style style:name="padded" style:family="table-cell" style:data-style-name="N2"/>
<style:style style:name="yellow" style:family="table-cell"><style:table-cell-properties fo:background-color="#ffff00"/></style:style>`;

/** A flat OpenDocument workbook with one sheet; `isStriped` formats 100,000 empty rows below the data. */
export function flatBook(
  rows: readonly (readonly FlatCell[])[],
  { name = "Sheet1", isStriped = false }: { name?: string; isStriped?: boolean } = {},
): string {
  const columns = Math.max(1, ...rows.map((row) => row.length));
  // A single colour for all rows would be saved as that of the columns, without rows.
  const stripe = (style: string) =>
    `<table:table-row><table:table-cell table:style-name="${style}" table:number-columns-repeated="${columns}"/></table:table-row>`;
  const stripes = (stripe("yellow") + stripe("day")).repeat(STRIPES);
  return `<?xml version="1.0" encoding="UTF-8"?>
<office:document ${NAMESPACES} office:version="1.3" office:mimetype="application/vnd.oasis.opendocument.spreadsheet">
<office:automatic-styles>${STYLES}</office:automatic-styles>
<office:body><office:spreadsheet><table:table table:name="${escaped(name)}">
${flatRows(rows)}
${isStriped ? stripes : ""}
</table:table></office:spreadsheet></office:body></office:document>`;
}
