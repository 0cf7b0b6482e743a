import { PDFiumLibrary } from "@hyzyla/pdfium";

/** The content of a PDF, read by the library of Chrome's viewer. */
export type ReadPdf = {
  /** The text that people would copy. */
  text: string;
  /** The first page in shades of grey, two dots per point. */
  picture: { data: Buffer; width: number; height: number };
};

export async function readPdf(bytes: Uint8Array): Promise<ReadPdf> {
  const library = await PDFiumLibrary.init();
  const document = await library.loadDocument(Buffer.from(bytes));
  try {
    const pages = [...document.pages()];
    const picture = await document
      .getPage(0)
      .render({ scale: 2, render: "bitmap", colorSpace: "Gray" });
    return {
      text: pages.map((page) => page.getText()).join("\n"),
      picture: {
        data: Buffer.from(picture.data),
        width: picture.width,
        height: picture.height,
      },
    };
  } finally {
    document.destroy();
    library.destroy();
  }
}
