import { PDFiumLibrary } from "@hyzyla/pdfium";

/** What a PDF shows, read by the library of Chrome's own viewer. */
export type ReadPdf = {
  /** As people copy it. */
  text: string;
  /** The first page in shades of grey, two dots a point. */
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
