import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ConfigError, loadConfig } from './app.config.js';

const key = () => randomBytes(32).toString('base64');
const production = {
  NODE_ENV: 'production',
  PUBLIC_URL: 'https://club.example',
  DATABASE_URL: 'postgres://u:p@db.example/tidemark',
  SMTP_URL: 'smtps://u:p@mail.example',
  DATA_DIR: '/var/lib/tidemark',
  EXCHANGE_URL: 'live',
  PAY_BTC_ADDRESS: 'bc1qtg34pxllgwhd5f7jh7ngrjejt77s4rfdaqpy3z',
  PAY_USDT_TRC20_ADDRESS: 'TJBp83YRFRnyU1uQPGN1N5FsKry1A7ZM36',
  ENCRYPTION_KEYS: JSON.stringify({ current: 'a', keys: { a: key() }, index: key() }),
  LOG_SIGNING_KEY: generateKeyPairSync('ec', { namedCurve: 'prime256v1' })
    .privateKey.export({ type: 'pkcs8', format: 'der' })
    .toString('base64'),
};

const problemsOf = (env: NodeJS.ProcessEnv): string => {
  try {
    loadConfig(env);
  } catch (error) {
    expect(error).toBeInstanceOf(ConfigError);
    return (error as Error).message;
  }
  return '';
};

describe('configuration', () => {
  let dataDir: string;
  let development: NodeJS.ProcessEnv;
  beforeAll(() => {
    dataDir = mkdtempSync(join(tmpdir(), 'tidemark-config-'));
    development = { DATA_DIR: dataDir, DATABASE_URL: 'postgres://u:p@127.0.0.1:1/x', EXCHANGE_URL: 'http://127.0.0.1:2' };
  });
  afterAll(() => rmSync(dataDir, { recursive: true }));

  it('names every missing variable of production at once', () => {
    const message = problemsOf({ NODE_ENV: 'production' });
    for (const name of Object.keys(production).filter((n) => n !== 'NODE_ENV')) expect(message).toContain(name);
  });

  it('starts in production with what it names and nothing else', () => {
    const config = loadConfig(production);
    expect(config).toMatchObject({
      production: true,
      seedDemo: false,
      adminMfa: 'required',
      exchange: { kind: 'live' },
      developmentMailbox: false,
    });
  });

  it.each(Object.keys(production).filter((name) => name !== 'NODE_ENV'))('refuses production without %s, empty or unset', (name) => {
    expect(problemsOf({ ...production, [name]: '' })).toContain(name);
    expect(problemsOf({ ...production, [name]: undefined })).toContain(name);
  });

  it.each([
    ['PORT', '99999'],
    ['PORT', 'http'],
    ['DATABASE_URL', 'mysql://x'],
    ['REDIS_URL', 'localhost'],
    ['EXCHANGE_URL', 'dead'],
    ['EXCHANGE_VENUES', 'binance,kraken'],
    ['EXCHANGE_VENUES', 'Binance'],
    ['EXCHANGE_VENUES', ','],
    ['EXCHANGE_VENUES', '__proto__'],
    ['OKX_HOST', 'okx.example.com'],
    ['OKX_HOST', 'www.okx.com:8080'],
    ['SEED_DEMO', 'yes'],
    ['LOG_SIGNING_KEY', key()],
    ['LOG_EARLIER_KEYS', key()],
    ['ENCRYPTION_KEYS', '{"current":"a","keys":{},"index":"AA=="}'],
    ['MARKET_KEYS', '{"binance":{"apiKey":"a"}}'],
    ['MARKET_KEYS', '{"okx":{"apiKey":"a","secret":"b"}}'],
    ['MARKET_KEYS', 'file:/nowhere/at/all'],
    ['ARGON2_MEMORY_KIB', '1024'],
    ['LOG_LEVEL', 'loud'],
    ['FEE_TRADE_CLUB', '50.5'],
    ['FEE_HEDGE_FUND', '-20'],
    ['PAY_BTC_ADDRESS', 'bc1qtg34pxllgwhd5f7jh7ngrjejt77s4rfdaqpy3y'],
    ['PAY_BTC_ADDRESS', 'TJBp83YRFRnyU1uQPGN1N5FsKry1A7ZM36'],
    ['PAY_USDT_TRC20_ADDRESS', 'TJBp83YRFRnyU1uQPGN1N5FsKry1A7ZM37'],
    ['PAY_USDT_TRC20_ADDRESS', '19Dc7zAh6hg2JqqmnziHqvZjR5Dh45bopB'],
    ['S3_URL', 's3://bucket-without-keys'],
    ['BITCOIN_API_URL', 'ftp://esplora.example'],
    ['BITCOIN_API_URL', 'http://esplora.example'],
    ['BITCOIN_API_URL', 'https://user:password@esplora.example'],
    ['FX_URL', 'http://rates.example/daily.xml'],
    ['FX_URL', 'https://user:password@rates.example/daily.xml'],
    ['FX_URL', 'live'],
    ['TRON_API_URL', 'https://tron.example/?key=1'],
    ['TRON_INDEX_URL', 'http://203.0.113.7'],
    ['TRON_API_KEY', 'two words'],
    ['TRON_POOL', 'THkqsJu15P5pThtfhm2DaytUqqpaXFEwzH'],
    ['TRON_POOL', 'TFieVjYYScbZiaYVaWkw5gnt3Dw5Tk2g2v'],
    ['TRON_SECOND_API_URL', 'http://203.0.113.7'],
    ['PAYMENT_TOLERANCE_PERCENT', '1.01'],
    ['PAYMENT_TOLERANCE_PERCENT', '-0.5'],
    ['BITCOIN_SECOND_API_URL', 'https://user:password@esplora.example'],
    ['BITCOIN_XPUB', 'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu'],
    ['OFFLINE_SEAL_PUBLIC_KEY', 'AAAA'],
    ['SELLER_NAME', 'x'.repeat(121)],
    ['SELLER_ADDRESS', 'ul. Żurawia 1, Łódź'],
    ['SELLER_ADDRESS', '1 Harbour Street\nValletta'],
    ['SELLER_TAX_NUMBER', '税号 1'],
  ])('names %s when it is %s', (name, value) => {
    expect(problemsOf({ ...development, [name]: value })).toMatch(new RegExp(`^${name} `));
  });

  it.each([
    [{ TELEGRAM_CHANNEL_ID: '@club' }, 'TELEGRAM_CHANNEL_ID must be the number of a channel, such as -1001234567890'],
    [{ TELEGRAM_CHANNEL_ID: '1001234567890' }, 'TELEGRAM_CHANNEL_ID must be the number of a channel, such as -1001234567890'],
    [
      { TELEGRAM_CHANNEL_ID: '-1001234567890', TELEGRAM_COPY_CHANNEL_ID: '-1001234567890' },
      'TELEGRAM_COPY_CHANNEL_ID must be another channel than TELEGRAM_CHANNEL_ID: copy bots trade what they read',
    ],
    [
      { TELEGRAM_COPY_SPOT_EXCHANGES: 'Binance\nEntry: 1' },
      'TELEGRAM_COPY_FUTURES_EXCHANGES and TELEGRAM_COPY_SPOT_EXCHANGES must be names of exchanges on one line, such as Bybit USDT',
    ],
  ])('refuses the channels of the club %j', (settings, problem) => {
    const token = `7000000001:${'a'.repeat(35)}`;
    expect(problemsOf({ ...development, TELEGRAM_BOT_TOKEN: token, ...settings })).toBe(problem);
  });

  it('takes channels of the club with a bot alone', () => {
    const channels = { TELEGRAM_CHANNEL_ID: '-1001234567890', TELEGRAM_COPY_CHANNEL_ID: '-1001234567891' };
    expect(problemsOf({ ...development, TELEGRAM_BOT_TOKEN: `7000000001:${'a'.repeat(35)}`, ...channels })).toBe('');
    expect(problemsOf({ ...development, ...channels })).toContain('TELEGRAM_COPY_CHANNEL_ID needs TELEGRAM_BOT_TOKEN');
  });

  it.each([
    ['PAY_BTC_ADDRESS', 'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu'],
    ['PAY_BTC_ADDRESS', 'BC1QCR8TE4KR609GCAWUTMRZA0J4XV80JY8Z306FYU'],
    ['PAY_USDT_TRC20_ADDRESS', 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t'],
  ])('refuses the example as %s in production, and takes it outside', (name, value) => {
    expect(problemsOf({ ...production, [name]: value })).toBe(`${name} is a well-known example address: set your own`);
    expect(problemsOf({ ...development, [name]: value })).toBe('');
  });

  it('names every wrong address at once', () => {
    const message = problemsOf({ ...production, PAY_BTC_ADDRESS: 'x', PAY_USDT_TRC20_ADDRESS: 'x' });
    for (const name of ['PAY_BTC_ADDRESS', 'PAY_USDT_TRC20_ADDRESS']) expect(message).toContain(name);
  });

  it('holds fees and addresses that nothing in the process can change', () => {
    const config = loadConfig(production);
    expect(config.payAddresses).toEqual({ btc: production.PAY_BTC_ADDRESS, usdtTrc20: production.PAY_USDT_TRC20_ADDRESS });
    expect(() => Object.assign(config.payAddresses, { btc: 'elsewhere' })).toThrow(TypeError);
    expect(() => Object.assign(config.fees, { tradeClub: 1 })).toThrow(TypeError);
    expect(() => Object.assign(config, { payAddresses: { btc: 'elsewhere', usdtTrc20: 'elsewhere' } })).toThrow(TypeError);
  });

  it('names the seller with an address, and refuses a name or tax number without one', () => {
    const sellerOf = (env: NodeJS.ProcessEnv) => loadConfig({ ...development, ...env }).seller;
    expect(sellerOf({})).toBeNull();
    expect(sellerOf({ SELLER_ADDRESS: ' 1 Harbour Street, Valletta ' })).toEqual({
      name: 'Tidemark',
      address: '1 Harbour Street, Valletta',
      taxNumber: null,
    });
    const whole = { SELLER_NAME: 'Tidemark Club Ltd', SELLER_ADDRESS: 'Plaza Mayor 1, León', SELLER_TAX_NUMBER: 'ES B12345678' };
    expect(sellerOf(whole)).toEqual({ name: 'Tidemark Club Ltd', address: 'Plaza Mayor 1, León', taxNumber: 'ES B12345678' });
    expect(Object.isFrozen(sellerOf(whole))).toBe(true);
    expect(problemsOf({ ...development, SELLER_NAME: 'Tidemark Club Ltd' })).toBe('SELLER_ADDRESS must be set where SELLER_NAME is');
    expect(problemsOf({ ...development, SELLER_TAX_NUMBER: 'B1' })).toBe('SELLER_ADDRESS must be set where SELLER_TAX_NUMBER is');
  });

  it('reads exchange rates from the European Central Bank by default, from another address, or not at all', () => {
    expect(loadConfig(production).fxUrl).toBe('https://www.ecb.europa.eu/stats/eurofxref/eurofxref-daily.xml');
    expect(loadConfig({ ...development, FX_URL: 'http://127.0.0.1:4000/fx/eurofxref-daily.xml' }).fxUrl).toBe(
      'http://127.0.0.1:4000/fx/eurofxref-daily.xml',
    );
    expect(loadConfig({ ...development, FX_URL: 'off' }).fxUrl).toBeNull();
  });

  it('reads chains where it is told to, and the index where the node is unless it has a place of its own', () => {
    expect(loadConfig(development).chains).toEqual({ bitcoin: {}, tron: {} });
    const tron = { ...development, TRON_API_URL: 'http://tron-node:8090/', BITCOIN_API_URL: 'https://esplora.example/api/' };
    expect(loadConfig(tron).chains).toEqual({
      bitcoin: { apiUrl: 'https://esplora.example/api' },
      tron: { apiUrl: 'http://tron-node:8090', indexUrl: 'http://tron-node:8090' },
    });
    expect(loadConfig({ ...tron, TRON_INDEX_URL: 'https://index.example' }).chains.tron.indexUrl).toBe('https://index.example');
  });

  it('takes a second source of each chain, which is another one than the first', () => {
    const first = { ...development, TRON_API_URL: 'https://tron.example', BITCOIN_API_URL: 'https://esplora.example/api' };
    const both = { ...first, TRON_SECOND_API_URL: 'https://node.example/', BITCOIN_SECOND_API_URL: 'https://blocks.example/api' };
    expect(loadConfig(both).chains).toMatchObject({
      bitcoin: { secondApiUrl: 'https://blocks.example/api' },
      tron: { secondApiUrl: 'https://node.example' },
    });
    expect(problemsOf({ ...first, BITCOIN_SECOND_API_URL: 'https://esplora.example/other' })).toBe(
      'BITCOIN_SECOND_API_URL must be another source than the first one',
    );
    expect(problemsOf({ ...first, TRON_SECOND_API_URL: 'https://tron.example' })).toMatch(/^TRON_SECOND_API_URL /);
  });

  it('takes the key of TronGrid, and shows it to nobody who prints the settings', () => {
    const config = loadConfig({ ...development, TRON_API_KEY: 'a-tron-grid-key' });
    expect(config.chains.tron.apiKey).toBe('a-tron-grid-key');
    expect(JSON.stringify(config)).not.toContain('a-tron-grid-key');
  });

  it('refuses WEBHOOK_LOOPBACK in production, and takes it outside', () => {
    expect(problemsOf({ ...production, WEBHOOK_LOOPBACK: 'true' })).toMatch(/^WEBHOOK_LOOPBACK must not be true in production/);
    expect(loadConfig({ ...production, WEBHOOK_LOOPBACK: 'false' }).webhookLoopback).toBe(false);
    expect(loadConfig({ ...development, WEBHOOK_LOOPBACK: 'true' }).webhookLoopback).toBe(true);
  });

  it('refuses the example account in production, and takes it outside', () => {
    const BITCOIN_XPUB = 'zpub6rFR7y4Q2AijBEqTUquhVz398htDFrtymD9xYYfG1m4wAcvPhXNfE3EfH1r1ADqtfSdVCToUG868RvUUkgDKf31mGDtKsAYz2oz2AGutZYs';
    expect(problemsOf({ ...production, BITCOIN_XPUB })).toMatch(/^BITCOIN_XPUB is the public example account/);
    expect(loadConfig({ ...development, BITCOIN_XPUB }).chains.bitcoin.accountKey).toBe(BITCOIN_XPUB);
  });

  it('offers Binance alone unless it is told otherwise, each exchange once and in the order given', () => {
    expect(loadConfig(development).exchange.venues).toEqual(['binance']);
    expect(loadConfig({ ...development, EXCHANGE_VENUES: ' okx, binance ,okx' }).exchange.venues).toEqual(['okx', 'binance']);
    expect(loadConfig({ ...production, EXCHANGE_VENUES: 'bybit' }).exchange).toEqual({
      kind: 'live',
      venues: ['bybit'],
      okxHost: 'www.okx.com',
    });
  });

  it('sends keys of OKX to a host of OKX, and to no other', () => {
    expect(loadConfig({ ...development, OKX_HOST: 'eea.okx.com' }).exchange.okxHost).toBe('eea.okx.com');
    expect(problemsOf({ ...development, OKX_HOST: 'eea.okx.com.example.com' })).toContain('OKX_HOST must be one of www.okx.com');
  });

  it('says which exchange it does not know', () => {
    expect(problemsOf({ ...development, EXCHANGE_VENUES: 'binance,kraken, mtgox' })).toBe(
      'EXCHANGE_VENUES names "kraken", "mtgox": it is a comma list of binance, bybit, okx',
    );
  });

  it('never repeats key material in a problem', () => {
    const secret = key();
    expect(problemsOf({ ...development, ENCRYPTION_KEYS: `{"current":"a","keys":{"b":"${secret}"},"index":"${secret}"}` })).not.toContain(
      secret,
    );
    expect(problemsOf({ ...development, ENCRYPTION_KEYS: `{${secret}` })).not.toContain(secret);
    for (const keys of [`{${secret}`, `{"${secret}":{}}`, `{"binance":{"apiKey":"${secret}"}}`]) {
      expect(problemsOf({ ...development, MARKET_KEYS: keys })).toMatch(/^MARKET_KEYS /);
      expect(problemsOf({ ...development, MARKET_KEYS: keys })).not.toContain(secret);
    }
  });

  it("takes the operator's own key as text or from a file, and shows it to nobody who prints the settings", () => {
    const keys = JSON.stringify({ binance: { apiKey: 'an-api-key', secret: 'its-secret' } });
    writeFileSync(join(dataDir, 'market-keys.json'), keys);
    for (const given of [keys, `file:${join(dataDir, 'market-keys.json')}`]) {
      const config = loadConfig({ ...development, MARKET_KEYS: given });
      expect(config.marketKeys.get('binance')).toEqual({ apiKey: 'an-api-key', secretKey: 'its-secret' });
      expect(JSON.stringify(config)).not.toContain('its-secret');
    }
    expect(loadConfig(development).marketKeys.size).toBe(0);
  });

  it('makes one development key ring that only its owner may read, and finds it again', () => {
    const first = loadConfig(development).keyring;
    const second = loadConfig(development).keyring;
    expect(second.keys.get('development')).toEqual(first.keys.get('development'));
    expect(second.index).toEqual(first.index);
    expect(statSync(join(dataDir, 'keyring.json')).mode & 0o777).toBe(0o600);
  });

  it('takes the number of connections of a process, within bounds', () => {
    expect(loadConfig(development).databasePool).toBe(20);
    expect(loadConfig({ ...development, DATABASE_POOL: '7' }).databasePool).toBe(7);
    for (const wrong of ['1', '201', 'many']) expect(problemsOf({ ...development, DATABASE_POOL: wrong })).toContain('DATABASE_POOL');
  });

  it('derives a different key for every purpose', () => {
    const config = loadConfig(development);
    expect(config.deriveKey('one')).not.toEqual(config.deriveKey('two'));
    expect(config.deriveKeys('one').keys.get('development')).not.toEqual(config.deriveKeys('two').keys.get('development'));
  });
});
