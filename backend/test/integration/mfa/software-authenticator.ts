import { createHash, generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto';

/** An authenticator with a screen lock, and the browser around it, as one object: makes real ES256 passkeys and signs with them. */

const UP = 1;
const UV = 4;
const AT = 64;

export type Cbor = number | string | Buffer | Cbor[] | Map<Cbor, Cbor>;

/** As much of RFC 8949 as an attestation needs. */
function cbor(value: Cbor): Buffer {
  const head = (major: number, n: number) =>
    n < 24 ? Buffer.of((major << 5) | n) : n < 256 ? Buffer.of((major << 5) | 24, n) : Buffer.of((major << 5) | 25, n >> 8, n & 255);
  if (typeof value === 'number') return value >= 0 ? head(0, value) : head(1, -1 - value);
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value]);
  if (Array.isArray(value)) return Buffer.concat([head(4, value.length), ...value.map(cbor)]);
  return Buffer.concat([head(5, value.size), ...[...value].flatMap(([key, item]) => [cbor(key), cbor(item)])]);
}

const sha256 = (bytes: Buffer | string) => createHash('sha256').update(bytes).digest();
const u32 = (n: number) => Buffer.of((n >>> 24) & 255, (n >>> 16) & 255, (n >>> 8) & 255, n & 255);

export interface CreationOptions {
  challenge: string;
  rp: { id: string; name: string };
  user: { id: string; name: string; displayName: string };
  authenticatorSelection: object;
  attestation: string;
  excludeCredentials: { id: string }[];
}

export interface RequestOptions {
  challenge: string;
  rpId: string;
  userVerification: string;
  allowCredentials?: { id: string; transports?: string[] }[];
}

/** What a test bends: each is right unless given. */
export interface Bent {
  origin?: string;
  challenge?: string;
  rpId?: string;
  type?: string;
  flags?: number;
  counter?: number;
  userHandle?: string | null;
  signature?: Buffer;
  credentialId?: Buffer;
  attestation?: Attestation | ((made: MadeCredential) => Attestation);
}

type Attestation = [format: string, statement: Map<Cbor, Cbor>];

/** What an attestation may sign. */
export interface MadeCredential {
  rpIdHash: Buffer;
  clientDataHash: Buffer;
  credentialId: Buffer;
  /** An uncompressed point. */
  publicKey: Buffer;
}

export class SoftwareAuthenticator {
  readonly credentialId = randomBytes(32);
  counter = 0;
  #key: KeyObject | null = null;
  #userHandle: string | null = null;

  /** `countsUp`: many authenticators always say 0. */
  constructor(
    readonly origin = 'http://localhost:3000',
    readonly countsUp = true,
  ) {}

  get id(): string {
    return this.credentialId.toString('base64url');
  }

  /** What navigator.credentials.create() gives, as JSON. */
  create(options: CreationOptions, bent: Bent = {}) {
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    this.#key = privateKey;
    this.#userHandle = options.user.id;
    const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
    const cose = cbor(
      new Map<Cbor, Cbor>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, Buffer.from(x, 'base64url')],
        [-3, Buffer.from(y, 'base64url')],
      ]),
    );
    const credentialId = bent.credentialId ?? this.credentialId;
    const attested = Buffer.concat([Buffer.alloc(16), Buffer.of(credentialId.length >> 8, credentialId.length & 255), credentialId, cose]);
    const rpId = bent.rpId ?? options.rp.id;
    const authData = Buffer.concat([this.#authenticatorData(rpId, bent.flags ?? UP | UV | AT, bent.counter ?? this.#next()), attested]);
    const clientData = this.#clientData(bent.type ?? 'webauthn.create', bent.challenge ?? options.challenge, bent.origin);
    const made = {
      rpIdHash: sha256(rpId),
      clientDataHash: sha256(clientData),
      credentialId,
      publicKey: Buffer.concat([Buffer.of(4), Buffer.from(x, 'base64url'), Buffer.from(y, 'base64url')]),
    };
    const [format, statement] = (typeof bent.attestation === 'function' ? bent.attestation(made) : bent.attestation) ?? [
      'none',
      new Map<Cbor, Cbor>(),
    ];
    const attestationObject = cbor(
      new Map<Cbor, Cbor>([
        ['fmt', format],
        ['attStmt', statement],
        ['authData', authData],
      ]),
    );
    return this.#envelope(credentialId, {
      clientDataJSON: clientData.toString('base64url'),
      attestationObject: attestationObject.toString('base64url'),
      transports: ['internal', 'hybrid'],
      publicKeyAlgorithm: -7,
    });
  }

  /** What navigator.credentials.get() gives, as JSON. */
  get(options: RequestOptions, bent: Bent = {}) {
    if (!this.#key) throw new Error('this authenticator has no passkey yet');
    const authData = this.#authenticatorData(bent.rpId ?? options.rpId, bent.flags ?? UP | UV, bent.counter ?? this.#next());
    const clientData = this.#clientData(bent.type ?? 'webauthn.get', bent.challenge ?? options.challenge, bent.origin);
    const signature = bent.signature ?? sign('sha256', Buffer.concat([authData, sha256(clientData)]), this.#key);
    return this.#envelope(bent.credentialId ?? this.credentialId, {
      clientDataJSON: clientData.toString('base64url'),
      authenticatorData: authData.toString('base64url'),
      signature: signature.toString('base64url'),
      userHandle: bent.userHandle === undefined ? this.#userHandle : bent.userHandle,
    });
  }

  #next(): number {
    return this.countsUp ? ++this.counter : 0;
  }

  #authenticatorData(rpId: string, flags: number, counter: number): Buffer {
    return Buffer.concat([sha256(rpId), Buffer.of(flags), u32(counter)]);
  }

  #clientData(type: string, challenge: string, origin = this.origin): Buffer {
    return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
  }

  #envelope<R extends object>(credentialId: Buffer, response: R) {
    const id = credentialId.toString('base64url');
    return {
      id,
      rawId: id,
      type: 'public-key',
      authenticatorAttachment: 'platform',
      clientExtensionResults: { credProps: { rk: true } },
      response,
    };
  }
}

export const FLAGS = { UP, UV, AT };
