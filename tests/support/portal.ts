import { createHash } from "node:crypto";

type RegisteredInvoice = { number: string; gstNo: string; financialYear: string; type?: string };

/** Gives the invoice portal's answer for a document of this GSTIN; the QR's signature is fake. */
export function portalAnswer({ number, gstNo, financialYear, type = "INV" }: RegisteredInvoice) {
  const Irn = createHash("sha256").update(`${gstNo}${financialYear}${type}${number}`).digest("hex");
  const part = (content: object) => Buffer.from(JSON.stringify(content)).toString("base64url");
  const data = JSON.stringify({ SellerGstin: gstNo, DocNo: number, DocTyp: type, Irn });
  const SignedQRCode = [part({ alg: "RS256" }), part({ data, iss: "NIC" }), "c2lnbmVk"].join(".");
  return {
    AckNo: 112_610_036_563_310,
    AckDt: "2026-05-01 00:05:00",
    Irn,
    SignedQRCode,
    Status: "ACT",
  };
}

/** Gives the portal's answer as the fields of the form. */
export function portalForm(registered: RegisteredInvoice) {
  const { Irn, AckNo, AckDt, SignedQRCode } = portalAnswer(registered);
  return { irn: Irn, ackNo: String(AckNo), ackAt: AckDt, signedQr: SignedQRCode };
}
