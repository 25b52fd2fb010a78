import { generateKeyPairSync, sign } from 'node:crypto';
import type { Bent, Cbor } from './software-authenticator.js';

const der = (tag: number, ...parts: Buffer[]): Buffer => {
  const content = Buffer.concat(parts);
  const length =
    content.length < 128
      ? Buffer.of(content.length)
      : content.length < 256
        ? Buffer.of(0x81, content.length)
        : Buffer.of(0x82, content.length >> 8, content.length & 255);
  return Buffer.concat([Buffer.of(tag), length, content]);
};
const sequence = (...parts: Buffer[]) => der(0x30, ...parts);
const integer = (n: number) => der(2, Buffer.of(n));
const bits = (bytes: Buffer) => der(3, Buffer.of(0), bytes);
const time = (text: string) => der(0x17, Buffer.from(text));
const ECDSA_WITH_SHA256 = sequence(der(6, Buffer.from('2a8648ce3d040302', 'hex')));

/** An attestation in the form of old security keys, right in every part: signed by a key whose X.509 certificate comes along. */
export const certifiedAttestation: NonNullable<Bent['attestation']> = ({ rpIdHash, clientDataHash, credentialId, publicKey }) => {
  const maker = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const to = sequence(
    integer(1),
    ECDSA_WITH_SHA256,
    sequence(),
    sequence(time('260101000000Z'), time('490101000000Z')),
    sequence(),
    maker.publicKey.export({ format: 'der', type: 'spki' }),
  );
  const certificate = sequence(to, ECDSA_WITH_SHA256, bits(sign('sha256', to, maker.privateKey)));
  const signature = sign('sha256', Buffer.concat([Buffer.of(0), rpIdHash, clientDataHash, credentialId, publicKey]), maker.privateKey);
  return [
    'fido-u2f',
    new Map<Cbor, Cbor>([
      ['sig', signature],
      ['x5c', [certificate]],
    ]),
  ];
};
