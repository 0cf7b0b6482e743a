import sax, { type SAXOptions } from "sax"; // CommonJS whose names Node does not find
import { notXlsx, tooLarge } from "./archive.ts";
import { xlsxLimits } from "./limits.ts";

export type Attributes = Record<string, string>;
/** Names come without their prefix. */
export type XmlHandlers = {
  open(name: string, attributes: Attributes): void;
  close?(name: string): void;
  text?(text: string): void;
};

/**
 * Reads XML as it comes. Only the five entities of XML itself are known and a document type is
 * refused, so that nothing expands; depth and attributes are bounded here, the length of names and
 * values by sax (64 KB). Throws 422 on `file` for other XML, or no XML.
 */
export function xmlReader({ open, close, text }: XmlHandlers) {
  // its types do not know the first; without the second it checks no lengths
  const options: SAXOptions & { strictEntities: true } = { strictEntities: true, position: true };
  const parser = sax.parser(true, options);
  let depth = 0;
  let attributes = 0;
  parser.onerror = () => {
    throw notXlsx();
  };
  parser.ondoctype = () => {
    throw notXlsx();
  };
  parser.onattribute = () => {
    if (++attributes > xlsxLimits.attributes) throw notXlsx();
  };
  parser.onopentag = (tag) => {
    if (++depth > xlsxLimits.depth) throw notXlsx();
    attributes = 0;
    open(localName(tag.name), tag.attributes as Attributes);
  };
  parser.onclosetag = (name) => {
    depth--;
    close?.(localName(name));
  };
  if (text) {
    parser.ontext = text;
    parser.oncdata = text;
  }
  return {
    write(piece: string): void {
      parser.write(piece);
    },
    end(): void {
      parser.close();
    },
  };
}

const localName = (name: string) => name.slice(name.indexOf(":") + 1);

/** Reads a small part from its beginning to its end. */
export async function readSmallPart(
  pieces: AsyncIterable<string>,
  handlers: XmlHandlers,
): Promise<void> {
  const reader = xmlReader(handlers);
  let characters = 0;
  for await (const piece of pieces) {
    characters += piece.length;
    if (characters > xlsxLimits.smallPartCharacters) throw tooLarge();
    reader.write(piece);
  }
  reader.end();
}

export const isTrue = (value: string | undefined) => value === "1" || value === "true";
