import { createPrivateKey, generateKeyPairSync, randomBytes } from "node:crypto";
import forge from "node-forge";
import type { SigningKey } from "./sign";

const BITS = 3072;
const YEARS = 20;

/** A private key and its certificate as PEM. */
export type KeyPair = { privateKey: string; certificate: string };

/** A new RSA key with a certificate that it signs itself; `name` is its subject. */
export function makeKeyPair(name: string, now: Date): KeyPair {
  const pair = generateKeyPairSync("rsa", {
    modulusLength: BITS,
    publicKeyEncoding: { type: "spki", format: "pem" },
    privateKeyEncoding: { type: "pkcs8", format: "pem" },
  });
  const certificate = forge.pki.createCertificate();
  certificate.publicKey = forge.pki.publicKeyFromPem(pair.publicKey);
  // Positive, as RFC 5280 asks.
  certificate.serialNumber = `01${randomBytes(15).toString("hex")}`;
  certificate.validity.notBefore = now;
  certificate.validity.notAfter = new Date(Date.UTC(now.getUTCFullYear() + YEARS, now.getUTCMonth(), 1));
  const subject = [{ name: "commonName", value: name }];
  certificate.setSubject(subject);
  certificate.setIssuer(subject);
  certificate.setExtensions([
    { name: "basicConstraints", cA: false, critical: true },
    { name: "keyUsage", digitalSignature: true, nonRepudiation: true, critical: true },
  ]);
  certificate.sign(forge.pki.privateKeyFromPem(pair.privateKey), forge.md.sha256.create());
  return { privateKey: pair.privateKey, certificate: forge.pki.certificateToPem(certificate) };
}

const nameOf = (certificate: forge.pki.Certificate): string => {
  const field = certificate.subject.getField("CN") ?? certificate.subject.getField("O");
  return typeof field?.value === "string" ? field.value : "";
};

/** A key pair ready to sign. Throws if the PEM cannot be read. */
export function signingKeyOf({ privateKey, certificate }: KeyPair): SigningKey {
  const read = forge.pki.certificateFromPem(certificate);
  return { name: nameOf(read), privateKey: createPrivateKey(privateKey), certificate: read };
}

/** The key and certificate of a PKCS #12 file. Throws if the password is wrong, or if it has no RSA key. */
export function keyPairOf(file: Buffer, password: string): KeyPair {
  const { pkcs12, pki, asn1 } = forge;
  const opened = pkcs12.pkcs12FromAsn1(asn1.fromDer(file.toString("binary")), password);
  const bag = (type: string) => opened.getBags({ bagType: type })[type] ?? [];
  const [key] = [...bag(pki.oids.pkcs8ShroudedKeyBag as string), ...bag(pki.oids.keyBag as string)];
  if (!key?.key) throw new Error("the file has no RSA key");
  const modulus = (key.key as forge.pki.rsa.PrivateKey).n;
  const isItsOwn = ({ cert }: forge.pkcs12.Bag) =>
    (cert?.publicKey as forge.pki.rsa.PublicKey | undefined)?.n?.equals(modulus);
  const certificate = bag(pki.oids.certBag as string).find(isItsOwn)?.cert;
  if (!certificate) throw new Error("the file has no certificate of its key");
  return { privateKey: pki.privateKeyToPem(key.key), certificate: pki.certificateToPem(certificate) };
}
