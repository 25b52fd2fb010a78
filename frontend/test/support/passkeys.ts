import { jest } from '@jest/globals';

const bytes = (text: string) => new TextEncoder().encode(text).buffer;

/** What a browser's authenticator answers: a passkey, or the error of somebody who turned away. */
type Authenticator = () => Promise<unknown>;

const absent = () => ({ get: undefined, create: undefined });

function install(get: Authenticator, create: Authenticator): void {
  Object.defineProperty(globalThis, 'PublicKeyCredential', { configurable: true, value: class PublicKeyCredential {} });
  Object.defineProperty(navigator, 'credentials', { configurable: true, value: { get: jest.fn(get), create: jest.fn(create) } });
}

/** Leaves a browser without passkeys, as every test begins. */
export function removePasskeys(): void {
  Reflect.deleteProperty(globalThis, 'PublicKeyCredential');
  Object.defineProperty(navigator, 'credentials', { configurable: true, value: absent() });
}

const common = {
  id: 'cGFzc2tleQ',
  rawId: bytes('passkey'),
  type: 'public-key',
  authenticatorAttachment: 'platform',
  getClientExtensionResults: () => ({}),
};
const given = {
  ...common,
  response: { authenticatorData: bytes('data'), clientDataJSON: bytes('client'), signature: bytes('signature'), userHandle: bytes('u-1') },
};
const made = {
  ...common,
  response: {
    attestationObject: bytes('attestation'),
    clientDataJSON: bytes('client'),
    getTransports: () => ['internal'],
    getPublicKeyAlgorithm: () => -7,
    getPublicKey: () => null,
    getAuthenticatorData: () => bytes('data'),
  },
};

/** A browser that has passkeys, for one test. */
export function fakePasskeys({ refuses }: { refuses?: string } = {}): void {
  const refuse = async () => {
    throw new DOMException('no', refuses);
  };
  install(refuses ? refuse : async () => given, refuses ? refuse : async () => made);
}

/** A challenge as the API gives it, to sign in or to confirm with. */
export const requestChallenge = {
  message: '',
  data: { challengeId: 'c-1', options: { challenge: 'Y2hhbGxlbmdl', rpId: 'localhost', userVerification: 'required' } },
};

/** The same, to make a new passkey. */
export const creationChallenge = {
  message: '',
  data: {
    challengeId: 'c-2',
    options: {
      challenge: 'Y2hhbGxlbmdl',
      rp: { id: 'localhost', name: 'Tidemark' },
      user: { id: 'dS0x', name: 'sofia@example.com', displayName: 'Sofia' },
      pubKeyCredParams: [{ type: 'public-key', alg: -7 }],
    },
  },
};
