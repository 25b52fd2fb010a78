import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { backUp, lastBackup, nextBackupAt, timerSettings } from '../../../scripts/lib/backup-schedule.mjs';

const at = (text: string) => Date.parse(`2026-11-${text}:00Z`);

describe('the backup timer', () => {
  it.each([
    ['there is no backup', '22T10:00', null, '22T10:00'],
    ['the last one is more than a day old', '22T10:00', '21T09:59', '22T10:00'],
    ['it is before the time of day', '22T01:00', '21T01:30', '22T01:30'],
    ['it is after the time of day', '22T01:31', '22T01:30', '23T01:30'],
    ['it is the time of day, and one was made just now', '22T01:30', '22T01:29', '23T01:30'],
  ])('is due, where %s, at once or at its time of day', (_, now, last, due) => {
    const next = nextBackupAt({ now: at(now), last: last === null ? null : at(last), hours: 1, minutes: 30 });
    expect(new Date(next).toISOString()).toBe(new Date(at(due)).toISOString());
  });

  it('deletes old backups after one that succeeded, and none after one that failed', async () => {
    const typed: string[][] = [];
    const answers = [0, 0, 1];
    const tidemark = (...words: string[]) => Promise.resolve((typed.push(words), answers[typed.length - 1]!));
    const run = () => backUp({ now: at('22T01:30'), folder: '/backups', keepDays: 35 }, tidemark);
    expect([await run(), await run()]).toEqual([0, 1]);
    const made = ['backup', '--to', '/backups/2026-11-22T0130'];
    expect(typed).toEqual([made, ['backups:prune', '--in', '/backups', '--keep-days', '35'], made]);
  });

  it.each([
    [{ BACKUP_AT: '24:00' }, 'BACKUP_AT'],
    [{ BACKUP_AT: '1:30' }, 'BACKUP_AT'],
    [{ BACKUP_KEEP_DAYS: '0' }, 'BACKUP_KEEP_DAYS'],
    [{ BACKUP_KEEP_DAYS: 'many' }, 'BACKUP_KEEP_DAYS'],
  ])('refuses %j', (environment, name) => {
    expect(() => timerSettings(environment)).toThrow(name);
  });

  it('has defaults', () => {
    expect(timerSettings({})).toEqual({ hours: 1, minutes: 30, keepDays: 35, folder: '/backups' });
  });

  describe('in a folder', () => {
    let folder: string;
    beforeEach(() => {
      folder = mkdtempSync(join(tmpdir(), 'tidemark-backups-'));
    });
    afterEach(() => rmSync(folder, { recursive: true }));

    it('counts backups that ended, the newest of them', () => {
      expect([lastBackup(join(folder, 'gone')), lastBackup(folder)]).toEqual([null, null]);
      for (const [name, day] of Object.entries({ older: '20T01:30', newest: '21T01:30' })) {
        mkdirSync(join(folder, name));
        writeFileSync(join(folder, name, 'manifest.json'), '{}');
        utimesSync(join(folder, name, 'manifest.json'), at(day) / 1000, at(day) / 1000);
      }
      mkdirSync(join(folder, 'broken-off'));
      expect(lastBackup(folder)).toBe(at('21T01:30'));
    });
  });
});
