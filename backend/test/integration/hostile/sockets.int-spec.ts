import { connect, type AddressInfo, type Socket } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { eventually } from '../../e2e/support/eventually.js';
import { registration } from '../../support/people.js';
import { expectUnharmed, hostileCaller, type HostileCaller } from './hostile-caller.js';

/** A connection on which bytes are written as they are. */
interface Wire {
  write(bytes: string | Buffer): void;
  /** Everything that has arrived, once `enough` says so or the other side closed. */
  answers(enough: (text: string) => boolean): Promise<string>;
  cut(): void;
}

describe('on the wire', () => {
  let caller: HostileCaller;
  let port: number;
  let before: Record<string, number>;
  const open = new Set<Socket>();
  beforeAll(async () => {
    caller = await hostileCaller();
    await caller.api.app.listen(0, '127.0.0.1');
    ({ port } = caller.api.app.getHttpServer().address() as AddressInfo);
  });
  afterAll(() => caller.close());
  beforeEach(async () => {
    await caller.signIn();
    before = await caller.rows();
    caller.errors.length = 0;
  });
  afterEach(async () => {
    for (const socket of open) socket.destroy();
    open.clear();
    await expectService();
    await expectUnharmed(caller, before);
  });

  /** Whatever was done to one connection, the next one is served. */
  async function expectService(): Promise<void> {
    expect(await ask('GET /api/v1/public/config HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n')).toMatch(/^HTTP\/1\.1 200 /);
  }

  function wire(): Wire {
    const socket = connect(port, '127.0.0.1');
    open.add(socket);
    let text = '';
    socket.on('data', (chunk: Buffer) => (text += chunk.toString('latin1')));
    socket.on('error', () => socket.destroy()); // being cut off is what some of these ask for
    return {
      write: (bytes) => void socket.write(bytes),
      answers: (enough) =>
        new Promise((resolve) => {
          const look = () => void ((socket.destroyed || enough(text)) && resolve(text));
          socket.on('data', look);
          socket.on('close', look);
          look();
        }),
      cut: () => socket.destroy(),
    };
  }

  async function ask(bytes: string | Buffer, enough: (text: string) => boolean = isWhole): Promise<string> {
    const line = wire();
    line.write(bytes);
    return line.answers(enough);
  }

  const post = (path: string, headers: string, body = '') =>
    `POST /api/v1/${path} HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n${headers}\r\n${body}`;

  it.each([
    ['no HTTP at all', 'hello\r\n\r\n', 400],
    ['a TLS greeting', Buffer.from([0x16, 0x03, 0x01, 0x02, 0x00, 0x01, 0x00, 0x01, 0xfc, 0x03, 0x03]), 400],
    ['an unknown method', 'FETCH /api/v1/getuser HTTP/1.1\r\nhost: x\r\n\r\n', 400],
    ['an unknown version', 'GET /api/v1/getuser HTTP/9.9\r\nhost: x\r\n\r\n', 400],
    ['a NUL in a header', 'GET /api/v1/getuser HTTP/1.1\r\nhost: x\r\nauthorization: a\u0000b\r\n\r\n', 400],
    ['a header without a colon', 'GET /api/v1/getuser HTTP/1.1\r\nhost: x\r\nnonsense\r\n\r\n', 400],
    ['a folded header', 'GET /api/v1/getuser HTTP/1.1\r\nhost: x\r\nx-a: b\r\n c\r\n\r\n', 400],
    ['endless headers', `GET /api/v1/getuser HTTP/1.1\r\nhost: x\r\nx-a: ${'a'.repeat(64_000)}\r\n\r\n`, 431],
    ['an endless address', `GET /api/v1/${'a'.repeat(64_000)} HTTP/1.1\r\nhost: x\r\n\r\n`, 431],
    ['two lengths', post('signinuser', 'content-length: 2\r\ncontent-length: 3\r\n', '{}'), 400],
    [
      'a length and chunks (request smuggling)',
      post('signinuser', 'content-length: 2\r\ntransfer-encoding: chunked\r\n', '0\r\n\r\n'),
      400,
    ],
    ['a negative length', post('signinuser', 'content-length: -1\r\n'), 400],
    ['a length that is no number', post('signinuser', 'content-length: 1e3\r\n'), 400],
    ['a length of exabytes', post('signinuser', 'content-length: 99999999999999999999999\r\n'), 400],
    ['a length over the limit', post('signinuser', 'content-length: 104857600\r\n', '{'), 413],
    ['chunks that are none', post('signinuser', 'transfer-encoding: chunked\r\n', 'zz\r\n{}\r\n0\r\n\r\n'), 400],
    ['a chunk with a wrong length', post('signinuser', 'transfer-encoding: chunked\r\n', '2\r\n{}garbage\r\n0\r\n\r\n'), 400],
    ['an unknown transfer encoding', post('signinuser', 'transfer-encoding: gzip\r\n', '{}'), 400],
    ['endless chunk extensions', post('signinuser', 'transfer-encoding: chunked\r\n', `2;${'a'.repeat(32_000)}\r\n{}\r\n0\r\n\r\n`), 413],
    ['an expectation nobody meets', post('signinuser', 'content-length: 2\r\nexpect: the-moon\r\n', '{}'), 417],
  ])('%s is answered in our own words', async (_, bytes, status) => {
    const answer = await ask(bytes);
    expect(answer).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
    const [head = '', body = ''] = answer.split('\r\n\r\n');
    expect(JSON.parse(body)).toEqual({ statusCode: status, message: expect.stringMatching(/^[A-Z][^<>\n]+$/) });
    expect(head.toLowerCase()).toContain('content-type: application/json');
    expect(head.toLowerCase()).toContain('x-content-type-options: nosniff');
    expect(head.toLowerCase()).not.toMatch(/^(server|x-powered-by):/m);
  });

  it('a body that is cut half-way leaves nothing behind', async () => {
    const whole = JSON.stringify(registration());
    for (const headers of [`content-length: ${whole.length}\r\n`, 'transfer-encoding: chunked\r\n']) {
      const line = wire();
      line.write(
        post(
          'signupuser',
          headers,
          headers.startsWith('transfer') ? `${whole.length.toString(16)}\r\n${whole.slice(0, 40)}` : whole.slice(0, 40),
        ),
      );
      await expectConnections((n) => n > 0);
      line.cut();
    }
    await expectConnections((n) => n === 0);
  });

  it('a form that is cut half-way leaves nothing behind', async () => {
    const token = caller.tokenFor({ access: 'member' });
    const line = wire();
    line.write(
      `POST /api/v1/createkyc HTTP/1.1\r\nhost: x\r\nauthorization: ${token}\r\ncontent-type: multipart/form-data; ` +
        `boundary=b\r\ncontent-length: 5000\r\n\r\n--b\r\ncontent-disposition: form-data; name="idCard"; filename="a.png"\r\n\r\n\x89PNG`,
    );
    await expectConnections((n) => n > 0);
    line.cut();
    await expectConnections((n) => n === 0);
  });

  it('a body longer than it says ends the connection: the rest is no part of it', async () => {
    const answer = await ask(post('signinuser', 'content-length: 2\r\n', '{}GARBAGE AFTER THE BODY\r\n\r\n'), () => false);
    expect(new Set(statuses(answer))).toEqual(new Set(['400']));
  });

  it('requests in a row are answered in their order, each for itself', async () => {
    const token = caller.tokenFor({ access: 'session' });
    const line = [
      'GET /api/v1/public/config HTTP/1.1\r\nhost: x\r\n\r\n',
      `GET /api/v1/getuser HTTP/1.1\r\nhost: x\r\nauthorization: ${token}\r\n\r\n`,
      'GET /api/v1/getuser HTTP/1.1\r\nhost: x\r\n\r\n',
      post('signinuser', 'content-length: 2\r\n', '{}'),
      'GET /api/v1/nothing HTTP/1.1\r\nhost: x\r\n\r\n',
    ].join('');
    const answer = await ask(line, (text) => statuses(text).length === 5 && isWhole(text));
    expect(statuses(answer)).toEqual(['200', '200', '401', '400', '404']);
  });

  it('who waits for leave to send a body is told to go on', async () => {
    const line = wire();
    line.write(post('signinuser', 'content-length: 2\r\nexpect: 100-continue\r\n'));
    expect(await line.answers((text) => text.includes('100 Continue'))).toMatch(/^HTTP\/1\.1 100 Continue\r\n/);
    line.write('{}');
    expect(await line.answers((text) => text.includes('"errors"'))).toContain('HTTP/1.1 400 ');
  });

  it('a body in single bytes and odd chunks is the same body', async () => {
    const body = '{"email":"ein Schlüssel 🗝"}';
    const chunks = [...Buffer.from(body)].map((byte) => Buffer.concat([Buffer.from('1\r\n'), Buffer.from([byte]), Buffer.from('\r\n')]));
    const line = wire();
    line.write(post('signinuser', 'transfer-encoding: chunked\r\n'));
    for (const chunk of chunks) line.write(chunk);
    line.write('0\r\n\r\n');
    expect((await line.answers(isWhole)).split('\r\n\r\n')[1]).toBe(
      '{"statusCode":400,"message":"Enter your password","errors":[{"field":"password","message":"Enter your password"}]}',
    );
  });

  it('who sends slowly is cut off after a minute, headers and body alike', () => {
    const server = caller.api.app.getHttpServer() as { requestTimeout: number; headersTimeout: number; maxHeadersCount: number | null };
    expect(server.requestTimeout).toBe(60_000);
    expect(server.headersTimeout).toBeGreaterThan(0);
    expect(server.headersTimeout).toBeLessThanOrEqual(60_000);
  });

  function expectConnections(wanted: (open: number) => boolean): Promise<void> {
    return eventually(async () => expect(wanted(await connections())).toBe(true));
  }

  function connections(): Promise<number> {
    return new Promise((resolve, reject) =>
      (caller.api.app.getHttpServer() as { getConnections(done: (error: Error | null, count: number) => void): void }).getConnections(
        (error, count) => (error ? reject(error) : resolve(count)),
      ),
    );
  }
});

const statuses = (text: string) => [...text.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => status);

/** The last answer has arrived with all of its body. */
function isWhole(text: string): boolean {
  const last = text.slice(text.lastIndexOf('HTTP/1.1 '));
  const [head = '', ...rest] = last.split('\r\n\r\n');
  const length = /content-length: (\d+)/i.exec(head)?.[1];
  return length !== undefined && rest.join('\r\n\r\n').length >= Number(length);
}
