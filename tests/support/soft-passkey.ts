import { createHash, createSign, generateKeyPairSync, randomBytes } from "node:crypto";
import { isoCBOR } from "@simplewebauthn/server/helpers";
import type { CreationOptions, RequestOptions } from "#contract/session/passkeys";

const sha256 = (data: Uint8Array | string) => createHash("sha256").update(data).digest();
const flags = { present: 0x01, attested: 0x40 };

/**
 * A security key in software, without a PIN: it makes one passkey (ES256, no attestation) and signs
 * with it; gives what browsers' toJSON() would.
 */
export function softPasskey(origin: string) {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const id = randomBytes(32);
  const idText = id.toString("base64url");
  const clientData = (type: string, challenge: string, from: string) =>
    Buffer.from(
      JSON.stringify({ type: `webauthn.${type}`, challenge, origin: from, crossOrigin: false }),
    );
  const authenticatorData = (rpId: string, counter: number, credential?: Buffer) => {
    const head = Buffer.alloc(5);
    head[0] = flags.present | (credential ? flags.attested : 0);
    head.writeUInt32BE(counter, 1);
    return Buffer.concat([sha256(rpId), head, credential ?? Buffer.alloc(0)]);
  };
  const asJson = (response: Record<string, Buffer>) =>
    JSON.stringify({
      id: idText,
      rawId: idText,
      type: "public-key",
      clientExtensionResults: {},
      response: Object.fromEntries(
        Object.entries(response).map(([name, bytes]) => [name, bytes.toString("base64url")]),
      ),
    });
  return {
    id: idText,
    create({ challenge, rp }: Pick<CreationOptions, "challenge" | "rp">, from = origin): string {
      const { x = "", y = "" } = publicKey.export({ format: "jwk" });
      const coordinate = (text: string) => new Uint8Array(Buffer.from(text, "base64url"));
      const key = new Map<number, number | Uint8Array>([
        [1, 2], // an elliptic curve key
        [3, -7], // ES256
        [-1, 1], // P-256
        [-2, coordinate(x)],
        [-3, coordinate(y)],
      ]);
      const length = Buffer.alloc(2);
      length.writeUInt16BE(id.length);
      const credential = Buffer.concat([
        Buffer.alloc(16),
        length,
        id,
        isoCBOR.encode(key as never),
      ]);
      const authData = new Uint8Array(authenticatorData(rp.id, 0, credential));
      const attestation = new Map<string, unknown>([
        ["fmt", "none"],
        ["attStmt", new Map()],
        ["authData", authData],
      ]);
      return asJson({
        clientDataJSON: clientData("create", challenge, from),
        attestationObject: Buffer.from(isoCBOR.encode(attestation as never)),
      });
    },
    /** `counter` is the number of signatures that the key claims to have made. */
    use(
      { challenge, rpId }: Pick<RequestOptions, "challenge" | "rpId">,
      { counter = 0, from = origin } = {},
    ): string {
      const clientDataJSON = clientData("get", challenge, from);
      const data = authenticatorData(rpId, counter);
      const signature = createSign("sha256")
        .update(data)
        .update(sha256(clientDataJSON))
        .sign(privateKey);
      return asJson({ clientDataJSON, authenticatorData: data, signature });
    },
  };
}
