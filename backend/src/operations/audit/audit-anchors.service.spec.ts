import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Logger } from '@nestjs/common';
import { AppConfig } from '../../platform/config/index.js';
import { anchorOfLine, AuditAnchorsService } from './audit-anchors.service.js';

const configOf = (index: number, auditAnchorFile?: string) =>
  new AppConfig({
    keyring: { current: 'k', keys: new Map([['k', Buffer.alloc(32, 1)]]), index: Buffer.alloc(32, index) },
    ...(auditAnchorFile && { auditAnchorFile }),
  } as unknown as ConstructorParameters<typeof AppConfig>[0]);
const hash = Buffer.alloc(32, 7);

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tidemark-anchors-'));
});
afterEach(() => {
  jest.restoreAllMocks();
  rmSync(folder, { recursive: true, force: true });
});

describe('anchors', () => {
  it('are ours for this number, this hash and this key alone', () => {
    const anchors = new AuditAnchorsService(configOf(2));
    const anchor = anchors.make(100n, hash);
    expect(anchors.isOurs(anchor)).toBe(true);
    expect(anchors.isOurs({ ...anchor, seq: 101n })).toBe(false);
    expect(anchors.isOurs({ ...anchor, hash: Buffer.alloc(32, 8) })).toBe(false);
    expect(anchors.isOurs({ ...anchor, mac: anchor.mac.subarray(1) })).toBe(false);
    expect(new AuditAnchorsService(configOf(3)).isOurs(anchor)).toBe(false);
  });

  it('go to the log and to the file that is named, a line each, which reads back', async () => {
    const log = jest.spyOn(Logger.prototype, 'log').mockImplementation(() => undefined);
    const file = join(folder, 'anchors');
    const anchors = new AuditAnchorsService(configOf(2, file));
    const made = [anchors.make(100n, hash), anchors.make(200n, Buffer.alloc(32, 9))];
    for (const anchor of made) await anchors.publish(anchor);
    const lines = readFileSync(file, 'utf8').trim().split('\n');
    expect(lines.map(anchorOfLine)).toEqual(made);
    expect(log.mock.calls.map(([fields]) => anchorOfLine(JSON.stringify(fields)))).toEqual(made);
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  it('do not stop the sealing where the file cannot be written, and say so', async () => {
    jest.spyOn(Logger.prototype, 'log').mockImplementation(() => undefined);
    const error = jest.spyOn(Logger.prototype, 'error').mockImplementation(() => undefined);
    const anchors = new AuditAnchorsService(configOf(2, join(folder, 'none', 'anchors')));
    await anchors.publish(anchors.make(100n, hash));
    expect(error).toHaveBeenCalledWith(expect.objectContaining({ seq: '100' }), expect.stringContaining('AUDIT_ANCHOR_FILE'));
  });

  it.each([
    '',
    'text',
    '{"mac":',
    '{"mac":1,"seq":"1","hash":"00"}',
    '{"seq":"1","hash":"00"}',
    '{"mac":"00","seq":"-1","hash":"00"}',
    '{"mac":"00","seq":"1e3","hash":"00"}',
    '"mac"',
    'null"mac"',
  ])('are not read from %p', (line) => expect(anchorOfLine(line)).toBeNull());
});
