import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import sharp from 'sharp';
import { MEBIBYTE } from '../../../src/platform/http/index.js';
import type { PendingKycWire } from '../../../src/platform/wire/index.js';
import { animatedWebp, deepPng, flatPng, jpegWithScans, pngWithTexts } from '../../support/image-bombs.js';
import { call, signedInAdmin, signedInMember, type SignedIn } from '../../support/people.js';
import { createTestApi, type TestApi } from '../../support/test-app.js';
import { idCardImage, proofPdf } from '../kyc/documents.js';
import { form, type FormParts } from '../kyc/multipart.js';
import { fieldPart, fileHead, formEnd, listening, RawUpload } from './raw-upload.js';

const HUNDRED_MB = 100 * MEBIBYTE;
const PIECE = Buffer.alloc(64 * 1024, 7);

let api: TestApi;
let port: number;
let admin: SignedIn;
let member: SignedIn;
beforeAll(async () => {
  api = await createTestApi();
  port = await listening(api);
  admin = await signedInAdmin(api);
});
afterEach(() => RawUpload.cutAll());
afterAll(() => api.close());
beforeEach(async () => {
  member = await signedInMember(api);
});

let keys = 700;
/** A key serves one member alone. */
const nextKey = () => ({ apiKey: `sbx_small_read-only_${(keys += 1)}`, secretKey: `sbs_small_read-only_${keys}` });
const submit = async (parts: FormParts, path = '/createkyc') => {
  const { payload, headers } = form(parts);
  return api.app.inject({ method: 'POST', url: `/api/v1${path}`, payload, headers: { ...headers, authorization: member.token } });
};
const kycWith = async (parts: FormParts) =>
  submit({
    address: '12 Upload Street',
    userType: 'trade club',
    platform: 'binance',
    ...nextKey(),
    idCard: await idCardImage(),
    proofOfAddress: await idCardImage(),
    ...parts,
  });
const stored = async () => (await api.em().execute<object[]>('select id from files where user_id = ?', [member.userId])).length;
/** The message that names a field. */
const complaint = (response: { json<T>(): T }, field: string) =>
  response.json<{ errors: { field: string; message: string }[] }>().errors.find((error) => error.field === field)?.message;

describe('a body that is too large', () => {
  it.each([
    ['a file, said beforehand', fileHead('idCard'), HUNDRED_MB],
    ['a file, found out on the way', fileHead('idCard'), undefined],
    ['a field, found out on the way', fieldPart('address', 'x').subarray(0, -2), undefined],
    ['what stands before the first part', Buffer.from('x'), undefined],
    ['a file that was not asked for', fileHead('portrait'), undefined],
  ])('of 100 MB, %s, is refused while most of it is still to come, and the connection ends', async (name, head, length) => {
    const sending = new RawUpload(port, '/createkyc', { token: member.token, ...(length !== undefined && { length }) });
    await sending.send(head);
    for (let sent = 0; sent < HUNDRED_MB && (await sending.send(PIECE)); sent += PIECE.length);
    const { status, body, taken } = await sending.reply();
    const right = name.includes('not asked for') ? 400 : 413;
    expect([status, body]).toEqual([right, expect.stringContaining(`"statusCode":${right}`)]);
    expect(taken).toBeLessThan(40 * MEBIBYTE);
    expect(await sending.closed()).toBe(true);
    expect(await stored()).toBe(0);
  });

  it('leaves the API as it was: the next form is taken', async () => {
    expect((await kycWith({})).statusCode).toBe(201);
  });
});

describe('a form with too many parts', () => {
  const raw = async (...parts: Buffer[]) => {
    const sending = new RawUpload(port, '/createkyc', { token: member.token });
    for (const part of parts) if (!(await sending.send(part))) break;
    await sending.send(formEnd);
    sending.end();
    const reply = await sending.reply();
    return reply;
  };

  it('more than two files are refused with 413', async () => {
    const file = Buffer.concat([fileHead('idCard'), await idCardImage(), Buffer.from('\r\n')]);
    expect((await raw(file, file, file)).status).toBe(413);
    expect(await stored()).toBe(0);
  });

  it('a thousand fields are refused with 413', async () => {
    expect((await raw(...Array.from({ length: 1000 }, (_, i) => fieldPart(`field${i}`, 'x')))).status).toBe(413);
  });

  it.each([
    ['a field', () => [fieldPart('n'.repeat(101), 'x')]],
    ['a field, in letters of two bytes', () => [fieldPart('é'.repeat(51), 'x')]],
    ['a file', () => [fileHead('n'.repeat(101)), Buffer.from('x\r\n')]],
  ])('the name of %s may have 100 bytes', async (_, parts) => {
    const { status, body } = await raw(...parts());
    expect([status, (JSON.parse(body) as { errors: unknown }).errors]).toEqual([
      400,
      [{ field: 'body', message: expect.stringContaining('100') }],
    ]);
  });

  it('a name of 100 bytes is read', async () => {
    const { body } = await raw(fieldPart('n'.repeat(100), 'x'));
    expect((JSON.parse(body) as { errors: { field: string }[] }).errors.map(({ field }) => field)).toContain('idCard');
  });

  it.each([
    ['a field name', () => [fieldPart('n'.repeat(10_240), 'x')]],
    ['a field', () => [fieldPart('address', 'x'.repeat(10_240))]],
    [
      'a part header',
      () => [
        Buffer.from(`------tidemark-upload\r\nX-Long: ${'x'.repeat(100_000)}\r\nContent-Disposition: form-data; name="a"\r\n\r\nx\r\n`),
      ],
    ],
    [
      'a file name',
      () => [
        Buffer.from(
          `------tidemark-upload\r\nContent-Disposition: form-data; name="idCard"; filename="${'x'.repeat(10_240)}"\r\n\r\nx\r\n`,
        ),
      ],
    ],
    ['the name of a file field', () => [fileHead('n'.repeat(10_240)), Buffer.from('x\r\n')]],
  ])('%s of 10 kB and more is refused, and not repeated in the answer', async (_, parts) => {
    const { status, body } = await raw(...parts());
    expect([status >= 400 && status < 500, status]).toEqual([true, status]);
    expect(body.length).toBeLessThan(2000);
    expect(await stored()).toBe(0);
  });

  it.each([
    ['without its end', [fieldPart('address', 'x'), fileHead('idCard')]],
    ['without any part', []],
    ['of nothing but its end', [formEnd]],
  ])('a form %s is a 400', async (_, parts) => {
    const body = Buffer.concat(parts);
    const response = await api.app.inject({
      method: 'POST',
      url: '/api/v1/createkyc',
      payload: body,
      headers: { 'content-type': 'multipart/form-data; boundary=----tidemark-upload', authorization: member.token },
    });
    expect(response.statusCode).toBe(400);
  });

  it.each(['__proto__', 'constructor', 'toString'])('a file called %s is a file that was not asked for', async (name) => {
    expect((await kycWith({ [name]: undefined, idCard: undefined, ...Object.fromEntries([[name, await idCardImage()]]) })).statusCode).toBe(
      400,
    );
    expect(({} as Record<string, unknown>)['filename']).toBeUndefined();
  });
});

/** Pictures that cost a decoder much, each made once: making them costs too. */
const costly = new Map<string, Promise<Buffer>>();
const made = (name: string, make: () => Promise<Buffer>) => {
  const picture = costly.get(name) ?? make();
  costly.set(name, picture);
  return picture;
};

/** A PNG that claims a size and holds next to nothing. */
const bomb = (width: number, height: number) => flatPng({ width, height }, Buffer.alloc(100_000));

describe('a picture', () => {
  const forms: [string, string, (picture: Buffer) => Promise<{ statusCode: number; json<T>(): T }>][] = [
    ['/createkyc', 'idCard', (idCard) => kycWith({ idCard })],
    [
      '/createpayment',
      'proofOfPayment',
      (proofOfPayment) => submit({ membership: 'trade club', amount: '50', proofOfPayment }, '/createpayment'),
    ],
    ['/profileImg', 'profileImg', (profileImg) => submit({ profileImg }, '/profileImg')],
  ];

  describe.each(forms)('of POST %s', (_path, field, send) => {
    it('that claims 900 megapixels in a few bytes is never decoded', async () => {
      const picture = bomb(30_000, 30_000);
      expect(picture.length).toBeLessThan(1000);
      const before = process.memoryUsage().rss;
      const response = await send(picture);
      expect([response.statusCode, complaint(response, field)]).toEqual([400, expect.stringMatching(/40 megapixels/)]);
      expect(process.memoryUsage().rss - before).toBeLessThan(200 * MEBIBYTE);
      expect(await stored()).toBe(0);
    });

    it.each([
      ['16 bits a channel, 320 MB in 311 kB', () => Promise.resolve(deepPng())],
      ['interlaced, at 16 bits', () => Promise.resolve(flatPng({ width: 6000, height: 5000, depth: 16, isInterlaced: true }))],
      ['texts that unpack to 160 MB', () => Promise.resolve(pngWithTexts(20))],
      ['20,000 frames', () => animatedWebp(20_000)],
      ['310 scans', () => jpegWithScans(300)],
    ])('of too much work is never decoded: %s', async (name, make) => {
      const response = await send(await made(name, make));
      expect([response.statusCode, complaint(response, field)]).toEqual([400, expect.stringMatching(/too complex/)]);
      expect(await stored()).toBe(0);
    });

    it.each([
      ['an SVG', () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"><script>alert(1)</script></svg>')],
      [
        'a GIF',
        () =>
          sharp({ create: { width: 9, height: 9, channels: 3, background: 'red' } })
            .gif()
            .toBuffer(),
      ],
      [
        'a TIFF',
        () =>
          sharp({ create: { width: 9, height: 9, channels: 3, background: 'red' } })
            .tiff()
            .toBuffer(),
      ],
      ['a PDF', () => proofPdf],
      ['a page of HTML', () => Buffer.from('<!doctype html><script>alert(1)</script>')],
    ])('is not %s', async (_name, make) => {
      const response = await send(await make());
      expect([response.statusCode, complaint(response, field)]).toEqual([400, expect.stringMatching(/PNG, JPEG or WebP/)]);
      expect(await stored()).toBe(0);
    });
  });

  /** The stored picture, as an admin gets it. */
  async function shown(field: 'idCard' | 'proofOfAddress'): Promise<{ bytes: Buffer; type: string }> {
    const response = await call(api, 'GET', '/getpendingkyc', undefined, { token: admin.token });
    const pending = response.json<{ data: PendingKycWire[] }>().data.find(({ userId }) => userId === member.userId)!;
    const file = await api.app.inject({ method: 'GET', url: pending[field] });
    expect(file.statusCode).toBe(200);
    return { bytes: file.rawPayload, type: String(file.headers['content-type']) };
  }

  it('with a page of HTML behind it is stored without the page', async () => {
    const polyglot = Buffer.concat([await idCardImage(), Buffer.from('<html><script>alert(document.domain)</script></html>')]);
    expect((await kycWith({ idCard: polyglot })).statusCode).toBe(201);
    const { bytes, type } = await shown('idCard');
    expect(type).toBe('image/jpeg');
    expect(bytes.includes('<script')).toBe(false);
    expect(bytes.includes('<html')).toBe(false);
  });

  it('is stored without the place where it was taken, the camera and the owner', async () => {
    const exif = {
      IFD0: { Make: 'Telltale Camera', Copyright: 'Jane Doe, Elm Street 1' },
      IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 30/1 0/1', GPSLongitudeRef: 'E', GPSLongitude: '0/1 7/1 39/1' },
    };
    const picture = await sharp({ create: { width: 60, height: 40, channels: 3, background: 'blue' } })
      .jpeg()
      .withExif(exif)
      .toBuffer();
    expect(picture.includes('Telltale')).toBe(true);
    expect((await kycWith({ idCard: picture })).statusCode).toBe(201);
    const { bytes } = await shown('idCard');
    expect((await sharp(bytes).metadata()).exif).toBeUndefined();
    for (const trace of ['Telltale', 'Elm Street', 'Exif', 'GPS']) expect(bytes.includes(trace)).toBe(false);
  });

  it('may be a PDF as a proof of address, and stays one', async () => {
    expect((await kycWith({ proofOfAddress: proofPdf })).statusCode).toBe(201);
    const { bytes, type } = await shown('proofOfAddress');
    expect(type).toBe('application/pdf');
    expect(bytes.equals(proofPdf)).toBe(true);
  });
});
