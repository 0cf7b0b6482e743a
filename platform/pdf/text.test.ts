import { readFile, writeFile } from "node:fs/promises";
import PDFDocument from "pdfkit";
import sharp from "sharp";
import { describe, expect, it, test } from "vitest";
import { readPdf } from "../../tests/support/pdf.ts";
import { findMissingCharacters, loadFaces } from "./faces.ts";
import { textLayer } from "./text.ts";

/** Names with the joins that each script is known for, beside words of Latin. */
const names = {
  latin: "Café Éclair & Sons (fi ffl) ₹1,23,456.00",
  devanagari: "श्री कृष्णा स्वीट्स, क्षत्रिय दुर्गा र्‍ह ₹12",
  tamil: "சரவணா ஸ்டோர்ஸ் க்ஷேத்திரம் கௌரி ஸ்ரீ",
  bengali: "লক্ষ্মী রেস্তোরাঁ মৌসুমী স্ত্রী কর্ম র‍্যাব",
  gujarati: "શ્રીનાથજી જ્ઞાન ક્ષત્રિય દ્વારકા સૌરાષ્ટ્ર",
  gurmukhi: "ਸ੍ਰੀ ਅੰਮ੍ਰਿਤਸਰ ਹੱਟੀ ਚੜ੍ਹਦੀ ਕਿਤਾਬ",
  telugu: "శ్రీ లక్ష్మీ కృష్ణా స్టోర్స్ ఆంధ్రప్రదేశ్",
  kannada: "ಶ್ರೀ ಕೃಷ್ಣ ಸ್ವೀಟ್ಸ್ ಬೆಂಗಳೂರು ಕರ್ನಾಟಕ",
  malayalam: "ശ്രീ കൃഷ്ണ സ്റ്റോഴ്സ് ക്ഷേത്രം കൗമുദി",
  odia: "ଶ୍ରୀ ଜଗନ୍ନାଥ କ୍ଷେତ୍ର ବ୍ୟବସାୟ ଭୁବନେଶ୍ୱର",
  arabic: "شركة النور (دبي) 2026 LLC، لا إله مُوسِيقَى",
  chinese: "上海音乐零售有限公司（浦东）香港國際",
};

/** A tagged page with each text twice, in lines of 120 points and in bold along the right. */
async function draw(...texts: string[]) {
  const faces = await loadFaces(texts.join());
  const pdf = new PDFDocument({ size: [260, texts.length * 48 + 8], margin: 4, tagged: true });
  const chunks: Buffer[] = [];
  const isDrawn = new Promise((resolve) => pdf.on("end", resolve));
  pdf.on("data", (chunk) => chunks.push(chunk));
  const layOut = textLayer(pdf, faces);
  const root = pdf.struct("Document");
  pdf.addStructure(root);
  for (const [place, text] of texts.entries()) {
    const top = 4 + place * 48;
    const plain = layOut(text, 120);
    const bold = layOut(text, 120, { bold: true, align: "right" });
    root.add(pdf.struct("P", {}, () => plain.draw(4, top)));
    root.add(pdf.struct("P", {}, () => bold.draw(136, top)));
  }
  root.end();
  pdf.end();
  await isDrawn;
  return Buffer.concat(chunks);
}

describe("Texts of a PDF", () => {
  // GOLDEN=write draws them anew: look at each beside what a browser draws
  it.each(Object.entries(names))("%s is shaped as browsers do [GST-1]", async (script, name) => {
    const golden = new URL(`../../tests/fixtures/scripts/${script}.png`, import.meta.url);
    const { data, width, height } = (await readPdf(await draw(name))).picture;
    const drawn = sharp(data, { raw: { width, height, channels: 1 } });
    if (process.env.GOLDEN === "write")
      await writeFile(golden, await drawn.png({ palette: true, colours: 16 }).toBuffer());
    const shades = await sharp(await readFile(golden))
      .greyscale()
      .raw()
      .toBuffer();
    expect(shades.length).toBe(data.length);
    // sixteen shades are kept of 256
    const different = data.filter((shade, place) => Math.abs(shade - (shades[place] ?? 0)) > 48);
    expect(different.length).toBeLessThan(20);
  });

  test("what is drawn is copied as it was written, in every script [GST-1]", async () => {
    const { text } = await readPdf(await draw(...Object.values(names)));
    const copied = text.replace(/\s+/g, "");
    // viewers turn joined letters and vowel signs of Arabic by themselves
    for (const [script, name] of Object.entries(Object.assign({}, names, { arabic: "شركة النور" })))
      expect(copied, script).toContain(name.replace(/\s+/g, ""));
  });

  test("a font is embedded only where a text needs it, and only its letters [GST-1]", async () => {
    const [latin, both] = [await draw(names.latin), await draw(names.latin, names.chinese)];
    const fonts = (pdf: Buffer) => new Set(pdf.toString("latin1").match(/noto-[a-z0-9-]+/g));
    expect([...fonts(latin)].filter((name) => !name.includes("latin"))).toEqual([]);
    expect([...fonts(both)].some((name) => name.startsWith("noto-sans-sc"))).toBe(true);
    expect(latin.length).toBeLessThan(60_000);
    expect(both.length).toBeLessThan(200_000);
  });

  test("characters that no font has are found and named [GST-1]", async () => {
    const texts = [...Object.values(names), "Музыка 🎵 👨‍👩‍👧 ❤️ e\u0301"];
    expect(await findMissingCharacters(texts.join(""))).toEqual([]);
    expect(await findMissingCharacters("Cafe 한 𓀀 한")).toEqual([
      { character: "한", label: "한 (U+D55C)" },
      { character: "𓀀", label: "𓀀 (U+13000)" },
    ]);
  });
});
