import { createPrivateKey, generateKeyPairSync, randomBytes, sign } from 'node:crypto';

// X.509 (RFC 5280) in DER, as far as one certificate for this machine needs it.

const DAY_MS = 86_400_000;
const LIFE_DAYS = 30;
const OID = {
  commonName: [0x55, 0x04, 0x03],
  ecdsaWithSha256: [0x2a, 0x86, 0x48, 0xce, 0x3d, 0x04, 0x03, 0x02],
  basicConstraints: [0x55, 0x1d, 0x13],
  subjectAltName: [0x55, 0x1d, 0x11],
};

function der(tag: number, ...parts: (Buffer | readonly number[])[]): Buffer {
  const content = Buffer.concat(parts.map((part) => Buffer.from(part)));
  const { length } = content;
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...size]), content]);
}

const sequence = (...parts: Buffer[]): Buffer => der(0x30, ...parts);
const oid = (bytes: readonly number[]): Buffer => der(0x06, bytes);
const utcTime = (at: number): Buffer =>
  der(0x17, Buffer.from(`${new Date(at).toISOString().slice(2, 19).replaceAll(/[-:T]/g, '')}Z`, 'latin1'));
const extension = (name: readonly number[], value: Buffer): Buffer => sequence(oid(name), der(0x04, value));

export interface Certificate {
  /** PEM. Signed by itself: it is what clients have to trust, too. */
  cert: string;
  key: string;
}

/** Makes a certificate for `localhost` and 127.0.0.1 that is its own authority. */
export function selfSignedCertificate(now: number): Certificate {
  const pair = generateKeyPairSync('ec', {
    namedCurve: 'prime256v1',
    publicKeyEncoding: { type: 'spki', format: 'der' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });
  const algorithm = sequence(oid(OID.ecdsaWithSha256));
  const name = sequence(der(0x31, sequence(oid(OID.commonName), der(0x0c, Buffer.from('Tidemark sandbox push service')))));
  const names = sequence(der(0x82, Buffer.from('localhost')), der(0x87, [127, 0, 0, 1]));
  const toSign = sequence(
    der(0xa0, der(0x02, [2])),
    der(0x02, [0x01], randomBytes(15)),
    algorithm,
    name,
    sequence(utcTime(now - DAY_MS), utcTime(now + LIFE_DAYS * DAY_MS)),
    name,
    pair.publicKey,
    der(0xa3, sequence(extension(OID.basicConstraints, sequence(der(0x01, [0xff]))), extension(OID.subjectAltName, names))),
  );
  const signature = sign('sha256', toSign, createPrivateKey(pair.privateKey));
  const bytes = sequence(toSign, algorithm, der(0x03, [0], signature));
  return { cert: pem(bytes), key: pair.privateKey };
}

const pem = (bytes: Buffer): string =>
  `-----BEGIN CERTIFICATE-----\n${(bytes.toString('base64').match(/.{1,64}/g) ?? []).join('\n')}\n-----END CERTIFICATE-----\n`;
