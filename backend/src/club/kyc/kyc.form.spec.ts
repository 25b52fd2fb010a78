import { describe, expect, it } from '@jest/globals';
import { readKycForm, type KycFields } from './kyc.form.js';

const basics = { address: '12 Marina Road, Lagos', platform: 'binance' };
const key = { apiKey: 'vmPUZE6mv9SD5VNHk4HlWFsOr6aKE2zv', secretKey: 'NhqPtmdSJYdKjVHjA7PZj4Mge3R5YNiP' };
const login = { userName: 'freja', password: ' As typed ' };
const club = (fields: KycFields) => readKycForm('trade club', ['binance', 'okx'], { ...basics, userType: 'trade club', ...fields });
const fund = (fields: KycFields) => readKycForm('hedge fund', ['binance', 'okx'], { ...basics, userType: 'hedge fund', ...fields });
const fieldsOf = (read: ReturnType<typeof readKycForm>) => ('problems' in read ? read.problems.map(({ field }) => field) : []);

describe('the KYC form of a trade club member', () => {
  it('takes an API key with its secret', () => {
    expect(club(key)).toEqual({ form: { ...basics, key, login: null } });
  });

  it('needs both halves of the key and names what is missing', () => {
    expect(fieldsOf(club({}))).toEqual(['apiKey', 'secretKey']);
    expect(fieldsOf(club({ apiKey: '  ', secretKey: '' }))).toEqual(['apiKey', 'secretKey']);
    expect(fieldsOf(club({ apiKey: key.apiKey }))).toEqual(['secretKey']);
    expect(fieldsOf(club({ secretKey: key.secretKey }))).toEqual(['apiKey']);
  });

  it('never takes an exchange password, given or not', () => {
    expect(club({ ...key, ...login })).toEqual({ form: { ...basics, key, login: null } });
    expect(fieldsOf(club(login))).toEqual(['apiKey', 'secretKey']);
  });
});

describe('the KYC form of a hedge fund member', () => {
  it('takes a key, a sign-in, or both', () => {
    expect(fund(key)).toEqual({ form: { ...basics, key, login: null } });
    expect(fund(login)).toEqual({ form: { ...basics, key: null, login } });
    expect(fund({ ...key, ...login })).toEqual({ form: { ...basics, key, login } });
  });

  it('needs one of them, and says so at both', () => {
    expect(fieldsOf(fund({}))).toEqual(['apiKey', 'userName']);
    expect(fieldsOf(fund({ apiKey: '', secretKey: '', userName: '', password: '' }))).toEqual(['apiKey', 'userName']);
  });

  it('needs whichever it begins to be whole', () => {
    expect(fieldsOf(fund({ userName: 'freja' }))).toEqual(['password']);
    expect(fieldsOf(fund({ password: 'x' }))).toEqual(['userName']);
    expect(fieldsOf(fund({ ...key, userName: 'freja' }))).toEqual(['password']);
    expect(fieldsOf(fund({ ...login, apiKey: key.apiKey }))).toEqual(['secretKey']);
    expect(fieldsOf(fund({ apiKey: key.apiKey, password: 'x' }))).toEqual(['secretKey', 'userName']);
  });

  it('keeps the password exactly as typed', () => {
    expect(fund(login)).toMatchObject({ form: { login: { password: ' As typed ' } } });
  });

  it('bounds name and password', () => {
    expect(fieldsOf(fund({ userName: 'x'.repeat(257), password: 'x'.repeat(257) }))).toEqual(['userName', 'password']);
    expect(fieldsOf(fund({ userName: 'x'.repeat(256), password: 'x'.repeat(256) }))).toEqual([]);
  });
});

describe('every KYC form', () => {
  it('needs the membership its member has', () => {
    for (const userType of [undefined, '', 'admin', 'Trade Club']) expect(fieldsOf(club({ ...key, userType }))).toEqual(['userType']);
    expect(club({ ...key, userType: 'hedge fund' })).toEqual({
      problems: [{ field: 'userType', message: 'You are registered as a trade club member' }],
    });
  });

  it('knows its exchanges by name alone', () => {
    for (const platform of [undefined, '', 'Binance', 'bybit', '__proto__', 'https://exchange.example'])
      expect(fieldsOf(club({ ...key, platform }))).toEqual(['platform']);
  });

  it('knows none but those that are offered', () => {
    expect(readKycForm('trade club', ['bybit'], { ...basics, userType: 'trade club', ...key })).toEqual({
      problems: [{ field: 'platform', message: 'Choose your exchange: bybit' }],
    });
    expect(readKycForm('trade club', ['bybit'], { ...basics, platform: 'bybit', userType: 'trade club', ...key })).toMatchObject({
      form: { platform: 'bybit', key },
    });
  });

  it('asks for the third part of a key where the exchange has one, and overlooks it elsewhere', () => {
    const passphrase = 'My Passphrase-1!';
    expect(club({ ...key, platform: 'okx', passphrase: ` ${passphrase}\n` })).toMatchObject({
      form: { platform: 'okx', key: { ...key, passphrase } },
    });
    expect(fund({ ...key, platform: 'okx', passphrase: 'x' })).toMatchObject({ form: { key: { ...key, passphrase: 'x' } } });
    for (const bad of [undefined, '', '  ', 'x'.repeat(129), 'line\nbreak', 'naïve'])
      expect(fieldsOf(club({ ...key, platform: 'okx', passphrase: bad }))).toEqual(['passphrase']);
    expect(club({ ...key, passphrase })).toEqual({ form: { ...basics, key, login: null } });
    expect(club({ ...key, passphrase: 'x'.repeat(5000) })).toEqual({ form: { ...basics, key, login: null } });
    expect(fund({ ...login, platform: 'okx' })).toMatchObject({ form: { key: null, login } });
  });

  it('needs an address of 5 to 500 characters that can be shown, on as many lines as it likes', () => {
    for (const address of [undefined, '', '   ', 'Rd 1', 'x'.repeat(501), 'Elm Street\u0000 1', 'Elm \u202eteertS 1'])
      expect(fieldsOf(club({ ...key, address }))).toEqual(['address']);
    expect(club({ ...key, address: '  Elm Street 1\r\n\tSpringfield  ' })).toMatchObject({
      form: { address: 'Elm Street 1\r\n\tSpringfield' },
    });
  });

  it('forgives blanks around copied keys and refuses them inside', () => {
    expect(club({ apiKey: ` ${key.apiKey}\n`, secretKey: `\t${key.secretKey} ` })).toMatchObject({ form: { key } });
    for (const bad of ['two words', 'line\nbreak', 'naïve-key', 'x'.repeat(513)]) {
      expect(fieldsOf(club({ apiKey: bad, secretKey: key.secretKey }))).toEqual(['apiKey']);
      expect(fieldsOf(club({ apiKey: key.apiKey, secretKey: bad }))).toEqual(['secretKey']);
    }
  });

  it('tells everything that is wrong at once', () => {
    expect(fieldsOf(readKycForm('trade club', ['binance'], {}))).toEqual(['address', 'userType', 'platform', 'apiKey', 'secretKey']);
  });

  it('never repeats a secret in what it says', () => {
    const said = JSON.stringify([
      club({ apiKey: 'top secret', secretKey: 'very secret' }),
      club({ ...key, platform: 'okx', passphrase: 'hidden pässword' }),
      fund({ userName: 'y'.repeat(300), password: 'hidden password '.repeat(20) }),
    ]);
    for (const secret of ['top secret', 'very secret', 'hidden password', 'pässword', 'yyy']) expect(said).not.toContain(secret);
  });
});
