/** The letters of a column: 1 is A, 27 is AA. */
export function columnLetters(column: number): string {
  let letters = "";
  for (let rest = column; rest > 0; rest = Math.floor((rest - 1) / 26))
    letters = String.fromCharCode(65 + ((rest - 1) % 26)) + letters;
  return letters;
}

/** A cell's address, such as `C7`. */
export const cellAddress = (column: number, row: number): string => `${columnLetters(column)}${row}`;

/** Column and row, from 1, of an address such as `C7` or `$C$7`; null if invalid. */
export function parseAddress(address: string): { column: number; row: number } | null {
  const match = /^\$?([A-Z]{1,3})\$?([1-9]\d{0,6})$/.exec(address);
  if (!match) return null;
  let column = 0;
  for (const letter of match[1] as string) column = column * 26 + letter.charCodeAt(0) - 64;
  return { column, row: Number(match[2]) };
}

export type CellRange = { left: number; top: number; right: number; bottom: number };

/** A range such as `A1:C3`, or one cell; null if invalid. */
export function parseRange(range: string): CellRange | null {
  const [first = "", last = first] = range.split(":");
  const [from, to] = [parseAddress(first), parseAddress(last)];
  return from && to && { left: from.column, top: from.row, right: to.column, bottom: to.row };
}
