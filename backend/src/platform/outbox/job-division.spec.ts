import { describe, expect, it } from '@jest/globals';
import { inJobs } from './job-division.rules.js';
import { MAX_PER_JOB } from './outbox.jobs.js';

const messages = (count: number, cause = 'a') =>
  Array.from({ length: count }, (_, n) => ({ id: `${cause}${n}`, kind: 'mail', request_id: cause, traceparent: null }));
const idsOf = (jobs: { id: string }[][]) => jobs.map((job) => job.map(({ id }) => id));

describe('the division of messages into jobs', () => {
  it('gives each of a few messages a job of its own', () => {
    expect(idsOf(inJobs(messages(10), new Map()))).toEqual(messages(10).map(({ id }) => [id]));
  });

  it('puts many messages into ten jobs, each message once and in order', () => {
    const jobs = idsOf(inJobs(messages(95), new Map()));
    expect(jobs).toHaveLength(10);
    expect(jobs.flat()).toEqual(messages(95).map(({ id }) => id));
  });

  it('never puts more into a job than a job may hold', () => {
    const many = messages(1000);
    const lanes = new Map(many.map(({ id }) => [id, 'ann']));
    for (const jobs of [inJobs(many, new Map()), inJobs(many, lanes)]) {
      expect(Math.max(...jobs.map(({ length }) => length))).toBe(MAX_PER_JOB);
      expect(idsOf(jobs).flat()).toEqual(many.map(({ id }) => id));
    }
  });

  it('keeps messages of different requests and spans apart', () => {
    const mixed = [...messages(20, 'a'), ...messages(20, 'b')].map((one, n) => ({ ...one, traceparent: n % 2 ? 'odd' : 'even' }));
    for (const job of inJobs(mixed, new Map())) {
      expect(new Set(job.map(({ request_id, traceparent }) => `${request_id} ${traceparent}`)).size).toBe(1);
    }
  });

  it('never lets a message of one kind wait for one of another', () => {
    const mixed = messages(40).map((one, n) => ({ ...one, kind: n % 2 ? 'mail' : 'start-sync' }));
    const jobs = inJobs(mixed, new Map(mixed.map(({ id }) => [id, 'ann'])));
    for (const job of jobs) expect(new Set(job.map(({ kind }) => kind)).size).toBe(1);
    expect(idsOf(jobs).flat().sort()).toEqual(mixed.map(({ id }) => id).sort());
  });

  it('puts the second message of a lane behind the first, however far apart they were written', () => {
    const many = messages(40);
    const lanes = new Map(many.map(({ id }, n) => [id, `client ${n % 20}`]));
    const jobs = idsOf(inJobs(many, lanes));
    for (let n = 0; n < 20; n++) {
      const job = jobs.find((ids) => ids.includes(`a${n}`))!;
      expect(job.indexOf(`a${n + 20}`)).toBeGreaterThan(job.indexOf(`a${n}`));
    }
    expect(new Set(jobs.flat()).size).toBe(40);
  });

  it('leaves messages of one lane apart whose requests differ', () => {
    const two = [...messages(1, 'a'), ...messages(1, 'b')];
    expect(idsOf(inJobs(two, new Map(two.map(({ id }) => [id, 'ann']))))).toEqual([['a0'], ['b0']]);
  });
});
