import { bitcoinAccountKey, isExampleAccount } from './bitcoin-account-key.config.js';
import { chainSourceUrl, type ChainSettings, type DemoWallet } from './chain-source.config.js';
import { tronPool } from './pay-addresses.config.js';
import type { chainVariables } from './chain-variables.schema.js';

type ChainValues = Partial<Record<keyof typeof chainVariables, string>>;

/** Calls `read` and notes what it throws as a problem of the variable. */
type Attempt = <T>(name: string, read: () => T) => T | undefined;

/** Reads where chains are read, and what receives payments. `shared`: the address on TRON that payments share. */
export function readChains(v: ChainValues, production: boolean, attempt: Attempt, shared?: string): Readonly<ChainSettings> {
  const url = (name: `${'BITCOIN' | 'TRON'}${'' | '_SECOND'}_API_URL` | 'TRON_INDEX_URL') => {
    const given = v[name];
    return given === undefined ? undefined : attempt(name, () => chainSourceUrl(given));
  };
  const key = v.BITCOIN_XPUB;
  const accountKey =
    key &&
    attempt('BITCOIN_XPUB', () => {
      const account = bitcoinAccountKey(key);
      if (production && isExampleAccount(account)) throw new Error('is the public example account of BIP 84: set your own');
      return account;
    });
  const [bitcoinUrl, tronUrl] = [url('BITCOIN_API_URL'), url('TRON_API_URL')];
  const second = (name: 'BITCOIN_SECOND_API_URL' | 'TRON_SECOND_API_URL', first: string | undefined) => {
    const given = url(name);
    const isSame = given !== undefined && first !== undefined && new URL(given).host === new URL(first).host;
    return isSame ? attempt(name, () => fail('must be another source than the first one')) : given;
  };
  const bitcoinSecondUrl = second('BITCOIN_SECOND_API_URL', bitcoinUrl);
  const tronSecondUrl = second('TRON_SECOND_API_URL', tronUrl);
  const indexUrl = url('TRON_INDEX_URL') ?? tronUrl;
  const given = v.TRON_POOL;
  const pool = given === undefined ? undefined : attempt('TRON_POOL', () => tronPool(given, production, shared));
  // Not enumerable: settings are printed when a start fails.
  const tron = Object.defineProperty(
    {
      ...(tronUrl && { apiUrl: tronUrl }),
      ...(indexUrl && { indexUrl }),
      ...(tronSecondUrl && { secondApiUrl: tronSecondUrl }),
      ...(pool && { pool }),
    },
    'apiKey',
    { value: v.TRON_API_KEY },
  );
  return Object.freeze({
    bitcoin: Object.freeze({
      ...(bitcoinUrl && { apiUrl: bitcoinUrl }),
      ...(bitcoinSecondUrl && { secondApiUrl: bitcoinSecondUrl }),
      ...(accountKey && { accountKey }),
    }),
    tron: Object.freeze(tron),
  });
}

function fail(problem: string): never {
  throw new Error(problem);
}

/** Null outside the demo. */
export function demoWalletOf(v: {
  SANDBOX_EMBEDDED?: boolean | undefined;
  SANDBOX_CONTROL_TOKEN?: string | undefined;
  EXCHANGE_URL?: string | undefined;
}): DemoWallet | null {
  if (!v.SANDBOX_EMBEDDED || v.SANDBOX_CONTROL_TOKEN === undefined || v.EXCHANGE_URL === undefined) return null;
  return Object.freeze({ url: v.EXCHANGE_URL, token: v.SANDBOX_CONTROL_TOKEN });
}
