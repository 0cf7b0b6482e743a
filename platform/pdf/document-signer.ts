import { X509Certificate } from "node:crypto";
import { readFile } from "node:fs/promises";
import type Forge from "node-forge";
import type PDFDocument from "pdfkit";

/** Signs PDFs with the provider's certificate (ISO 32000-1, 12.8: a detached PKCS #7 signature). */
export type DocumentSigner = {
  /** The common name of the certificate. */
  name: string;
  validTo: Date;
  /** True while the certificate is valid; otherwise logs why documents are not signed. */
  canSignAt(at: Date): boolean;
  /** Leaves room for the signature; call it on an open document that has all its text. */
  reserve(pdf: InstanceType<typeof PDFDocument>, reason: string, at: Date): void;
  /** Fills the room that `reserve` left. */
  sign(pdf: Buffer, at: Date): Promise<Buffer>;
};

type Settings = {
  /** The path of a PKCS #12 file. */
  SIGNING_CERTIFICATE?: string | undefined;
  SIGNING_CERTIFICATE_PASSWORD?: string | undefined;
};
type Logger = { error(details: object, words: string): void };

/** Object identifiers of PKCS #7 and SHA-256. */
const oids = {
  data: "1.2.840.113549.1.7.1",
  contentType: "1.2.840.113549.1.9.3",
  messageDigest: "1.2.840.113549.1.9.4",
  signingTime: "1.2.840.113549.1.9.5",
  sha256: "2.16.840.1.101.3.4.2.1",
};
/** Bytes of a signature besides its certificates, which are in the PKCS #12 file, too. */
const besideCertificates = 4096;

/**
 * Opens the certificate that the settings name; undefined if they name none. Throws an error that
 * says which setting is wrong and why. Its libraries are loaded only here, so that a process
 * without a certificate carries none of them.
 */
export async function openDocumentSigner(
  { SIGNING_CERTIFICATE: path, SIGNING_CERTIFICATE_PASSWORD: password = "" }: Settings,
  logger: Logger,
): Promise<DocumentSigner | undefined> {
  if (!path) return undefined;
  const [{ default: forge }, { SignPdf, Signer }, { pdfkitAddPlaceholder }] = await Promise.all([
    import("node-forge"),
    import("@signpdf/signpdf"),
    import("@signpdf/placeholder-pdfkit"),
  ]);
  const file = await readFile(path).catch((error: NodeJS.ErrnoException) => {
    throw new Error(`SIGNING_CERTIFICATE: the file ${path} cannot be read (${error.code})`);
  });
  const { key, certificate, certificates } = readCertificate(forge, file, password);
  const { notBefore, notAfter } = certificate.validity;
  const name = nameOf(forge, certificate);
  class CertificateSigner extends Signer {
    override async sign(content: Buffer, at = new Date()): Promise<Buffer> {
      const signed = forge.pkcs7.createSignedData();
      signed.content = forge.util.createBuffer(content.toString("binary"));
      for (const one of certificates) signed.addCertificate(one);
      signed.addSigner({
        key,
        certificate,
        digestAlgorithm: oids.sha256,
        authenticatedAttributes: [
          { type: oids.contentType, value: oids.data },
          { type: oids.signingTime, value: at.toISOString() },
          { type: oids.messageDigest },
        ],
      });
      signed.sign({ detached: true });
      return Buffer.from(forge.asn1.toDer(signed.toAsn1()).getBytes(), "binary");
    }
  }
  const signer = new CertificateSigner();
  return {
    name,
    validTo: notAfter,
    canSignAt(at) {
      const isValid = notBefore <= at && at <= notAfter;
      if (!isValid)
        logger.error(
          { notBefore, notAfter },
          "documents are not signed: the certificate of SIGNING_CERTIFICATE is not valid today",
        );
      return isValid;
    },
    reserve(pdf, reason, at) {
      pdfkitAddPlaceholder({
        pdf,
        pdfBuffer: Buffer.alloc(0), // required by its types alone
        reason,
        name,
        location: "",
        contactInfo: "",
        signingTime: at,
        signatureLength: file.length + besideCertificates,
      });
    },
    sign: (pdf, at) => new SignPdf().sign(pdf, signer, at),
  };
}

/** Reads the key, its certificate, and all certificates of the file. */
function readCertificate(forge: typeof Forge, file: Buffer, password: string) {
  const store = openStore(forge, file, password);
  const bagsOf = (type: string | undefined) =>
    (type === undefined ? undefined : store.getBags({ bagType: type })[type]) ?? [];
  const { certBag, keyBag, pkcs8ShroudedKeyBag } = forge.pki.oids;
  const certificates = bagsOf(certBag).flatMap(({ cert }) => cert ?? []);
  for (const { key } of [...bagsOf(pkcs8ShroudedKeyBag), ...bagsOf(keyBag)]) {
    if (!key || !("n" in key)) continue;
    const certificate = certificates.find(
      ({ publicKey }) => "n" in publicKey && publicKey.n.equals(key.n),
    );
    if (!certificate) continue;
    decodeIssuer(forge, certificate);
    return { key, certificate, certificates };
  }
  throw new Error(
    "SIGNING_CERTIFICATE: the file holds no RSA key with its certificate. Export both together",
  );
}

/** The library leaves UTF-8 undecoded where it reads a name, but encodes it where it writes one. */
function decodeIssuer(forge: typeof Forge, { issuer }: Forge.pki.Certificate): void {
  for (const attribute of issuer.attributes)
    if (Number(attribute.valueTagClass) === forge.asn1.Type.UTF8)
      attribute.value = forge.util.decodeUtf8(String(attribute.value));
}

function openStore(forge: typeof Forge, file: Buffer, password: string) {
  let content: Forge.asn1.Asn1;
  try {
    content = forge.asn1.fromDer(file.toString("binary"));
  } catch {
    throw new Error("SIGNING_CERTIFICATE: the file is no PKCS #12 file (.p12 or .pfx)");
  }
  try {
    return forge.pkcs12.pkcs12FromAsn1(content, false, password);
  } catch (error) {
    if (/not an? PKCS#12/.test(String(error)))
      throw new Error("SIGNING_CERTIFICATE: the file is no PKCS #12 file (.p12 or .pfx)");
    throw new Error("SIGNING_CERTIFICATE_PASSWORD: does not open the file of SIGNING_CERTIFICATE");
  }
}

function nameOf(forge: typeof Forge, certificate: Forge.pki.Certificate): string {
  const { subject } = new X509Certificate(forge.pki.certificateToPem(certificate)).toLegacyObject();
  return [subject.CN ?? subject.O ?? ""].flat().join(", ");
}
