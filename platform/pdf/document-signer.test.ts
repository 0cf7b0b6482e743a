import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeAll, expect, it } from "vitest";
import { certificateFolder, makeCertificate, passPhrase } from "../../tests/support/certificate.ts";
import { openDocumentSigner } from "./document-signer.ts";

let folder: string;
beforeAll(async () => {
  folder = await certificateFolder();
});

const open = (path: string, password = passPhrase) =>
  openDocumentSigner(
    { SIGNING_CERTIFICATE: path, SIGNING_CERTIFICATE_PASSWORD: password },
    { error() {} },
  );
const wrongWords = (path: string, password?: string) =>
  open(path, password).then(
    () => "",
    (error: Error) => error.message,
  );

it("a certificate is opened as OpenSSL and as older programs write it [GST-1]", async () => {
  for (const options of [[], ["-legacy"], ["-certpbe", "NONE", "-keypbe", "NONE"]]) {
    const { p12 } = await makeCertificate(folder, { name: "Asha Rao", days: 30, options });
    const signer = await open(p12);
    expect(signer?.name, options.join(" ")).toBe("Asha Rao");
    const days = [-1, 29, 31].map((day) => new Date(Date.now() + day * 86_400_000));
    expect(days.map((day) => signer?.canSignAt(day))).toEqual([false, true, false]);
  }
  expect(await open("")).toBeUndefined();
});

it("what is wrong with it is said in words, without its pass phrase [GST-1]", async () => {
  const { p12, pem } = await makeCertificate(folder);
  const none = join(folder, "none.p12");
  const cut = join(folder, "cut.p12");
  await writeFile(cut, "hello");
  const elliptic = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1"];
  const { p12: curve } = await makeCertificate(folder, { key: elliptic });
  const { p12: alone } = await makeCertificate(folder, { options: ["-nokeys"] });
  const words = {
    missing: await wrongWords(none),
    folder: await wrongWords(folder),
    text: await wrongWords(cut),
    pem: await wrongWords(pem),
    password: await wrongWords(p12, "another"),
    noPassword: await wrongWords(p12, ""),
    curve: await wrongWords(curve),
    alone: await wrongWords(alone),
  };
  expect(words).toEqual({
    missing: `SIGNING_CERTIFICATE: the file ${none} cannot be read (ENOENT)`,
    folder: `SIGNING_CERTIFICATE: the file ${folder} cannot be read (EISDIR)`,
    text: "SIGNING_CERTIFICATE: the file is no PKCS #12 file (.p12 or .pfx)",
    pem: "SIGNING_CERTIFICATE: the file is no PKCS #12 file (.p12 or .pfx)",
    password: "SIGNING_CERTIFICATE_PASSWORD: does not open the file of SIGNING_CERTIFICATE",
    noPassword: "SIGNING_CERTIFICATE_PASSWORD: does not open the file of SIGNING_CERTIFICATE",
    curve:
      "SIGNING_CERTIFICATE: the file holds no RSA key with its certificate. Export both together",
    alone:
      "SIGNING_CERTIFICATE: the file holds no RSA key with its certificate. Export both together",
  });
});
