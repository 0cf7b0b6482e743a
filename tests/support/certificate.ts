import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll } from "vitest";

const run = promisify(execFile);
const openssl = (...args: string[]) => run("openssl", args);
const authority =
  "[ca]\ndefault_ca=own\n[own]\ndatabase=index\nnew_certs_dir=.\nrand_serial=yes\npolicy=any\n[any]\ncommonName=supplied\n";

export const passPhrase = "hidden pass phrase";

/** A folder for certificates, which is removed after the suite. */
export async function certificateFolder() {
  const folder = await mkdtemp(join(tmpdir(), "fever-certificates-"));
  afterAll(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/**
 * Makes a self-signed certificate with its key; gives the paths of its PKCS #12 file, and of the
 * certificate alone.
 */
export async function makeCertificate(
  folder: string,
  { name = "Meera Joshi", days = 60, options = [] as string[], key = ["-newkey", "rsa:2048"] } = {},
) {
  const at = await mkdtemp(join(folder, "certificate-"));
  const [keyPath, pem, p12] = ["key.pem", "certificate.pem", "certificate.p12"].map((file) =>
    join(at, file),
  ) as [string, string, string];
  const subject = ["-utf8", "-subj", `/C=IN/O=Fever Private Limited/CN=${name}`];
  const output = ["-keyout", keyPath, "-out", pem, "-days", String(days), ...subject];
  await openssl("req", "-x509", "-nodes", ...key, ...output);
  const files = ["-in", pem, "-inkey", keyPath, "-out", p12];
  await openssl("pkcs12", "-export", ...files, "-passout", `pass:${passPhrase}`, ...options);
  return { p12, pem };
}

/** Makes the PKCS #12 file of a certificate that was valid in January 2025; gives its path. */
export async function makeExpiredCertificate(folder: string): Promise<string> {
  const cwd = await mkdtemp(join(folder, "expired-"));
  await writeFile(join(cwd, "index"), "");
  await writeFile(join(cwd, "ca.cnf"), authority);
  const days = "-startdate 20250101000000Z -enddate 20250201000000Z";
  for (const line of [
    "req -new -nodes -newkey rsa:2048 -keyout key -out request -subj /C=IN/CN=Asha",
    `ca -batch -selfsign -config ca.cnf -keyfile key -in request -out pem -md sha256 -notext ${days}`,
    "pkcs12 -export -in pem -inkey key -out p12",
  ]) {
    const password = line.startsWith("pkcs12") ? ["-passout", `pass:${passPhrase}`] : [];
    await run("openssl", [...line.split(" "), ...password], { cwd });
  }
  return join(cwd, "p12");
}

/**
 * Checks the signature of a PDF as OpenSSL does, over all its bytes but the signature itself. Gives
 * whether it holds.
 */
export async function isSigned(pdf: Buffer, pem: string): Promise<boolean> {
  const text = pdf.toString("latin1");
  const range = /\/ByteRange \[(\d+) (\d+) (\d+) (\d+)\]/.exec(text)?.slice(1).map(Number);
  if (!range) return false;
  const [from = 0, length = 0, next = 0, rest = 0] = range;
  if (from !== 0 || next + rest !== pdf.length) return false;
  const hex = text.slice(length, next);
  if (!/^<[0-9a-f]+>$/.test(hex)) return false;
  const folder = await mkdtemp(join(tmpdir(), "fever-signature-"));
  try {
    const [content, signature] = [join(folder, "content"), join(folder, "signature")];
    await writeFile(content, Buffer.concat([pdf.subarray(0, length), pdf.subarray(next)]));
    await writeFile(signature, Buffer.from(hex.slice(1, -1), "hex"));
    const files = ["-in", signature, "-content", content, "-out", join(folder, "out")];
    const trust = ["-CAfile", pem, "-purpose", "any"];
    await openssl("cms", "-verify", "-binary", "-inform", "DER", ...files, ...trust);
    return (await readFile(join(folder, "out"))).equals(await readFile(content));
  } catch (error) {
    if (/Verification failure|verification failure/.test(String(error))) return false;
    throw error;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
