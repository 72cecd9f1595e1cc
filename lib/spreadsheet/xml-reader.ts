import { SaxesParser } from "saxes";
import { notAWorkbook as broken, SpreadsheetError } from "./spreadsheet-error";

/** Parser events: an element opens, text, an element closes. */
export type XmlHandler = {
  /** `name` without its prefix; `attribute` returns one by its full name, decoded. */
  open: (name: string, attribute: (name: string) => string | undefined) => void;
  /** Decoded. */
  text: (text: string) => void;
  close: (name: string) => void;
};

const localName = (name: string) => name.slice(name.indexOf(":") + 1);

/**
 * A streaming parser for the XML of workbooks: elements, text, CDATA. Comments and instructions are skipped, and a
 * document type is refused: nothing is ever expanded or fetched. `write` takes the next piece of text; `end` completes
 * it. Both throw `xlsx` if the XML is not well-formed.
 */
export function xmlReader(handler: XmlHandler): { write: (piece: string) => void; end: () => void } {
  const parser = new SaxesParser();
  parser.on("doctype", () => {
    throw broken("a document type");
  });
  parser.on("opentag", ({ name, attributes }) => handler.open(localName(name), (attribute) => attributes[attribute]));
  parser.on("text", handler.text);
  parser.on("cdata", handler.text);
  parser.on("closetag", ({ name }) => handler.close(localName(name)));

  const guarded = (parse: () => void) => {
    try {
      parse();
    } catch (error) {
      throw error instanceof SpreadsheetError ? error : broken((error as Error).message);
    }
  };
  return {
    write: (piece) => guarded(() => parser.write(piece)),
    end: () => guarded(() => parser.close()),
  };
}
