import { createHash, createSign, type KeyObject } from "node:crypto";
import forge from "node-forge";

// A CAdES signature (ETSI EN 319 122-1, baseline B) in a PDF (PAdES, ETSI EN 319 142-1): CMS SignedData over the bytes
// around it, with the hash of the certificate among what is signed.

/** The key that signs documents, and its certificate; `name` is shown as the signer. */
export type SigningKey = { name: string; privateKey: KeyObject; certificate: forge.pki.Certificate };

/** Room for the signature in bytes: certificate and RSA signature of up to 4096 bits. */
const ROOM = 8192;
const BLANK = "**********";

const ID = {
  data: "1.2.840.113549.1.7.1",
  signedData: "1.2.840.113549.1.7.2",
  contentType: "1.2.840.113549.1.9.3",
  messageDigest: "1.2.840.113549.1.9.4",
  signingCertificateV2: "1.2.840.113549.1.9.16.2.47",
  sha256: "2.16.840.1.101.3.4.2.1",
  rsa: "1.2.840.113549.1.1.1",
} as const;

const { asn1 } = forge;
const { Class, Type } = asn1;
const sequence = (...parts: forge.asn1.Asn1[]) => asn1.create(Class.UNIVERSAL, Type.SEQUENCE, true, parts);
const setOf = (...parts: forge.asn1.Asn1[]) => asn1.create(Class.UNIVERSAL, Type.SET, true, parts);
const oid = (id: string) => asn1.create(Class.UNIVERSAL, Type.OID, false, asn1.oidToDer(id).getBytes());
const octets = (bytes: Buffer) => asn1.create(Class.UNIVERSAL, Type.OCTETSTRING, false, bytes.toString("binary"));
const one = () => asn1.create(Class.UNIVERSAL, Type.INTEGER, false, asn1.integerToDer(1).getBytes());
const nothing = () => asn1.create(Class.UNIVERSAL, Type.NULL, false, "");
const inContext = (number: number, parts: forge.asn1.Asn1[]) =>
  asn1.create(Class.CONTEXT_SPECIFIC, number as forge.asn1.Type, true, parts);
const derOf = (part: forge.asn1.Asn1) => Buffer.from(asn1.toDer(part).getBytes(), "binary");
const hashOf = (bytes: Buffer) => createHash("sha256").update(bytes).digest();

/** The DER of a detached CMS signature over these bytes. */
export function cmsOf(bytes: Buffer, { privateKey, certificate }: SigningKey): Buffer {
  const certificateAsn1 = forge.pki.certificateToAsn1(certificate);
  const sha256 = () => sequence(oid(ID.sha256), nothing());
  // DER sorts a set by its encodings; the signature covers them as a set.
  const attributes = [
    sequence(oid(ID.contentType), setOf(oid(ID.data))),
    sequence(oid(ID.messageDigest), setOf(octets(hashOf(bytes)))),
    sequence(oid(ID.signingCertificateV2), setOf(sequence(sequence(sequence(octets(hashOf(derOf(certificateAsn1)))))))),
  ].sort((a, b) => Buffer.compare(derOf(a), derOf(b)));
  const signature = createSign("sha256")
    .update(derOf(setOf(...attributes)))
    .sign(privateKey);
  const issuer = forge.pki.distinguishedNameToAsn1(certificate.issuer);
  const serial = asn1.create(Class.UNIVERSAL, Type.INTEGER, false, forge.util.hexToBytes(certificate.serialNumber));
  const signer = sequence(
    one(),
    sequence(issuer, serial),
    sha256(),
    inContext(0, attributes),
    sequence(oid(ID.rsa), nothing()),
    octets(signature),
  );
  const signed = sequence(
    one(),
    setOf(sha256()),
    sequence(oid(ID.data)),
    inContext(0, [certificateAsn1]),
    setOf(signer),
  );
  return derOf(sequence(oid(ID.signedData), inContext(0, [signed])));
}

/**
 * The form of a document, the only private field of PDFKit that is read. Its documented forms (`initForm`, `formText`, …)
 * have no signature field, set no `SigFlags`, and ask for `NeedAppearances`, which PDF/A-3 forbids (ISO 19005-3, 6.4.1).
 * The package for PDFKit of @signpdf reads the same field; any other way parses and rewrites the finished document.
 */
type WithCatalogue = { _root: { data: { AcroForm: PDFKit.PDFKitReference & { data: Record<string, unknown> } } } };

/** Adds an invisible signature field with room for the signature, which `sign` fills. */
export function placeSignature(doc: PDFKit.PDFDocument, { name, at }: { name: string; at: Date }): void {
  const value = doc.ref({
    Type: "Sig",
    Filter: "Adobe.PPKLite",
    SubFilter: "ETSI.CAdES.detached",
    ByteRange: [0, BLANK, BLANK, BLANK],
    Contents: Buffer.alloc(ROOM),
    // A String object is written as text, a string as a name.
    Name: new String(name),
    M: at,
  });
  const widget = doc.ref({
    Type: "Annot",
    Subtype: "Widget",
    FT: "Sig",
    Rect: [0, 0, 0, 0],
    // Printed, and locked.
    F: 132,
    T: new String("Signature"),
    V: value,
    P: doc.page.dictionary,
  });
  doc.page.annotations.push(widget);
  doc.initForm();
  const form = (doc as unknown as WithCatalogue)._root.data.AcroForm.data;
  Object.assign(form, { Fields: [widget], SigFlags: 3, NeedAppearances: undefined });
  value.end(undefined as never);
  widget.end(undefined as never);
}

/** Fills the signature of a document with its bytes signed. Throws if it has no field for one. */
export function sign(bytes: Buffer, key: SigningKey): Buffer {
  const contents = `<${"0".repeat(2 * ROOM)}>`;
  const start = bytes.indexOf(contents);
  const place = `/ByteRange [0 ${[BLANK, BLANK, BLANK].map((blank) => `/${blank}`).join(" ")}]`;
  const rangeStart = bytes.indexOf(place);
  if (start < 0 || rangeStart < 0) throw new Error("the document has no room for a signature");
  const end = start + contents.length;
  const range = `/ByteRange [0 ${start} ${end} ${bytes.length - end}]`.padEnd(place.length);
  const signed = Buffer.from(bytes);
  signed.write(range, rangeStart, "latin1");
  const cms = cmsOf(Buffer.concat([signed.subarray(0, start), signed.subarray(end)]), key);
  if (cms.length > ROOM) throw new Error(`the signature has ${cms.length} bytes, at most ${ROOM} fit`);
  signed.write(cms.toString("hex"), start + 1, "latin1");
  return signed;
}
