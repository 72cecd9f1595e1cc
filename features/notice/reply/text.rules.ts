/** Code and PIN in the text of an SMS; null if missing. */
export type Reading = { code: string | null; pin: string | null };

// The letters of `makeCode`. I, L and O are excluded, so `7KOK` is the code 7K and OK.
const LETTERS = "A-HJKMNP-Z";
const CODE = new RegExp(`[2-9][${LETTERS}]{1,2}`, "y");
const CODE_WORD = new RegExp(`(?<![\\p{L}\\p{N}])[2-9][${LETTERS}]{1,2}(?![\\p{L}\\p{N}])`, "u");
const PIN_DIGITS = { least: 4, most: 8 };
/** The maximum number of digits of one code and one PIN. */
const MOST_DIGITS = 1 + PIN_DIGITS.most;

/** Words that may adjoin a code or PIN. They contain no digits, so no word is mistaken for a code or PIN. */
const WORDS = [
  ...["OK", "OKAY", "ACK", "YES", "SI", "HAI", "PIN", "CODE", "CODIGO"],
  ...["回复", "回覆", "确认", "確認", "收到", "好的", "好", "知道了", "代码", "代碼", "密码", "密碼", "码", "碼"],
  ...["我的", "您的", "你的", "和", "加", "是", "为", "為", "谢谢", "謝謝"],
  ...["はい", "了解", "承知", "しました", "です", "コード", "暗証番号", "返信", "してください", "と", "は", "を", "の"],
];
/** Words that are only recognised between spaces or punctuation: `7KY` is a code, `7K y su PIN` names 7K. */
const SEPARATE_WORDS = new Set([
  ...["REPLY", "AND", "YOUR", "MY", "THE", "IS", "ALARM", "WITH", "CONFIRMED", "THANKS", "THANK", "YOU"],
  ...["RESPONDA", "Y", "SU", "MI", "EL", "LA", "ES", "ALARMA", "CLAVE", "VALE", "RECIBIDO", "CONFIRMO", "GRACIAS"],
]);

/** Words below a reply that make it ambiguous. */
const DOUBT =
  /(?<!\p{L})(?:NOT?|DON ?T|CAN ?T|NEVER|STOP|CANCEL|WRONG|IGNORE|WAIT|BUT|NUNCA|CANCELAR|ANULAR|PERO)(?!\p{L})|[不别勿没錯错误違]|取消|取り消|ない|ません|キャンセル/u;

const keyOf = ({ code, pin }: Reading) => `${code} ${pin}`;
const distinct = (readings: readonly Reading[]) => [...new Map(readings.map((one) => [keyOf(one), one])).values()];

/** All readings of a text piece without gaps, given the readings before it. Excludes a second code or PIN. */
function readPiece(piece: string, before: readonly Reading[]): Reading[] {
  if (piece.replace(/\D/g, "").length > MOST_DIGITS) return [];
  const reached: Reading[][] = Array.from({ length: piece.length + 1 }, () => []);
  reached[0] = [...before];
  for (let at = 0; at < piece.length; at += 1) {
    const readings = distinct(reached[at] ?? []);
    if (readings.length === 0) continue;
    const go = (length: number, read: (reading: Reading) => Reading[]) =>
      reached[at + length]?.push(...readings.flatMap(read));
    for (const word of WORDS) if (piece.startsWith(word, at)) go(word.length, (reading) => [reading]);
    CODE.lastIndex = at;
    const longest = CODE.exec(piece)?.[0] ?? "";
    for (let length = 2; length <= longest.length; length += 1)
      go(length, ({ code, pin }) => (code === null ? [{ code: longest.slice(0, length), pin }] : []));
    const digits = /^\d+/.exec(piece.slice(at, at + PIN_DIGITS.most))?.[0] ?? "";
    for (let length = PIN_DIGITS.least; length <= digits.length; length += 1)
      go(length, ({ code, pin }) => (pin === null ? [{ code, pin: digits.slice(0, length) }] : []));
  }
  return distinct(reached[piece.length] ?? []);
}

/** All readings of a line. Spaces separate words, unless it can only be read without them (`7 K 4711`). */
function readLine(line: string, before: readonly Reading[]): Reading[] {
  const pieces = line.split(" ");
  const separate = pieces.reduce<readonly Reading[]>(
    (readings, piece) => (SEPARATE_WORDS.has(piece) ? readings : readPiece(piece, readings)),
    before,
  );
  return separate.length > 0 ? [...separate] : readPiece(pieces.join(""), before);
}

const ACCENTS: Record<string, string> = { Á: "A", É: "E", Í: "I", Ó: "O", Ú: "U" };

/** The lines of a text in half-width capitals, words separated by one space. A signature may follow on the same one. */
const linesOf = (text: string): string[] =>
  text
    .normalize("NFKC")
    .toUpperCase()
    .replace(/[ÁÉÍÓÚ]/g, (letter) => ACCENTS[letter] ?? letter)
    .split(/[\r\n\u2028\u2029]+|[[【(<]|-{2,}|[—–]|\s-\s/)
    .map((line) => line.replace(/[^\p{L}\p{N}]+/gu, " ").trim())
    .filter((line) => line !== "");

/**
 * Reads code and PIN of an SMS in any order, with or without `OK`, `PIN` and other words of the message, in any case
 * and width. Lines below may be a signature. Null if it says something else, or is ambiguous.
 */
export function readReply(text: string): Reading | null {
  const lines = linesOf(text);
  let readings: Reading[] = [{ code: null, pin: null }];
  let read = 0;
  for (const line of lines) {
    // A line that is readable alone but not with those above is a second reply, not a signature.
    if (readLine(line, [{ code: null, pin: null }]).length === 0) break;
    readings = readLine(line, readings);
    read += 1;
  }
  const [reading, another] = readings.filter(({ code, pin }) => code !== null || pin !== null);
  if (!reading || another) return null;
  const below = lines.slice(read).join(" ");
  if (DOUBT.test(below)) return null;
  return reading.code === null && CODE_WORD.test(below) ? null : reading;
}

/** Reads the PIN of keys pressed in a call: 1, then the PIN. Null for anything else, also without the 1. */
export const readDigits = (digits: string): string | null =>
  /^1(\d{4,8})$/.exec(digits.replace(/[#*\s]/g, ""))?.[1] ?? null;
