import { Injectable, Module, type INestApplicationContext } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { MikroORM } from '@mikro-orm/postgresql';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import {
  HandlesOutbox,
  DeferDelivery,
  Outbox,
  UndeliverableError,
  type OutboxContext,
  type OutboxHandler,
} from '../../src/platform/outbox/index.js';
import { OutboxDelivery, retrySeconds } from '../../src/platform/outbox/outbox-delivery.handler.js';
import { HandlesJob, JobQueue, type JobDefinition, type JobHandler } from '../../src/platform/queue/index.js';
import { WorkerModule } from '../../src/worker.module.js';
import { eventually } from '../e2e/support/eventually.js';
import { createTestDatabase } from '../support/test-database.js';
import { removeDataFolders, testConfig } from '../support/test-config.js';

interface Letter {
  text: string;
}

const seen: { letter: Letter; context: OutboxContext }[] = [];
let failing = 0;
let early = 0;

@Injectable()
@HandlesOutbox('test.letter')
class LetterHandler implements OutboxHandler<Letter> {
  async handle(letter: Letter, context: OutboxContext): Promise<void> {
    if (letter.text === 'early' && early-- > 0) throw new DeferDelivery(50);
    if (letter.text === 'hopeless') throw new UndeliverableError('nobody of that name');
    if (failing-- > 0) throw new Error('the server is away, signature=abc');
    seen.push({ letter, context });
  }
}

/** Not made by `defineJob`: the workers of later suites in this process would miss its handler. */
const counted: JobDefinition<{ n: number }> = {
  name: 'test.count',
  queue: 'system',
  payload: z.object({ n: z.number() }),
  options: { attempts: 3, backoffMs: 1 },
};
const runs: number[] = [];

@Injectable()
@HandlesJob(counted)
class CountHandler implements JobHandler<{ n: number }> {
  async handle({ n }: { n: number }): Promise<void> {
    runs.push(n);
    if (runs.filter((run) => run === n).length < 2) throw new Error('first try fails');
  }
}

describe('the outbox', () => {
  let app: INestApplicationContext;
  let drop: () => Promise<void>;
  const em = () => app.get(MikroORM).em.fork();
  const rows = () =>
    em().execute<
      {
        dedupe_key: string;
        sent_at: string | null;
        dead_at: string | null;
        attempts: number;
        payload: Buffer | null;
        error: string | null;
      }[]
    >('select * from outbox order by id');

  beforeAll(async () => {
    const database = await createTestDatabase();
    drop = database.drop;
    const config = testConfig(database.url);

    @Module({ imports: [WorkerModule.forRoot(config)], providers: [LetterHandler, CountHandler] })
    class TestWorker {}
    app = await NestFactory.createApplicationContext(TestWorker, { logger: false, abortOnError: false });
  });
  afterAll(async () => {
    await app.close();
    await drop();
    removeDataFolders();
  });

  const add = (dedupeKey: string, text: string) =>
    em().transactional((tx) => app.get(Outbox).add(tx, { kind: 'test.letter', dedupeKey, payload: { text } }));
  const rowOf = async (key: string) => (await rows()).find((row) => row.dedupe_key === key);

  it('delivers what was committed, once a key, and keeps no payload afterwards', async () => {
    await add('one', 'hello');
    await add('one', 'hello again');
    await eventually(async () => expect((await rowOf('one'))?.sent_at).not.toBeNull());
    expect(seen.map(({ letter }) => letter.text).filter((text) => text.startsWith('hello'))).toEqual(['hello']);
    expect((await rowOf('one'))?.payload).toBeNull();
  });

  it('delivers nothing of a transaction that was rolled back', async () => {
    const rolledBack = em().transactional(async (tx) => {
      await app.get(Outbox).add(tx, { kind: 'test.letter', dedupeKey: 'never', payload: { text: 'never' } });
      throw new Error('no');
    });
    await expect(rolledBack).rejects.toThrow('no');
    await add('after', 'after');
    await eventually(async () => expect((await rowOf('after'))?.sent_at).not.toBeNull());
    expect(seen.some(({ letter }) => letter.text === 'never')).toBe(false);
  });

  it('seals what waits: the row shows nothing of its payload', async () => {
    failing = 1;
    await add('sealed', 'the token is T0PS3CRET');
    const row = await eventually(async () => {
      const found = await rowOf('sealed');
      expect(found?.error).toBe('the server is away, signature=[redacted]');
      return found;
    });
    expect(row?.payload?.toString('latin1')).not.toContain('T0PS3CRET');
    expect(row).toMatchObject({ attempts: 1, sent_at: null, dead_at: null });
    await em().execute(`update outbox set available_at = now() where dedupe_key = 'sealed'`);
    await eventually(async () => expect((await rowOf('sealed'))?.sent_at).not.toBeNull());
    expect(seen.find(({ letter }) => letter.text.includes('T0PS3CRET'))?.context.attempt).toBe(2);
  });

  it('lets a message wait its turn without counting a try', async () => {
    early = 3;
    await add('early', 'early');
    await eventually(async () => expect((await rowOf('early'))?.sent_at).not.toBeNull());
    expect(await rowOf('early')).toMatchObject({ attempts: 1, error: null });
    expect(early).toBe(-1);
  });

  it('sets aside what can never be delivered', async () => {
    await add('dead', 'hopeless');
    await eventually(async () => expect((await rowOf('dead'))?.dead_at).not.toBeNull());
    expect(await rowOf('dead')).toMatchObject({ attempts: 1, sent_at: null, error: 'nobody of that name' });
  });

  it('delivers again what a killed worker had claimed, once the lease has run out', async () => {
    failing = 1;
    await add('leased', 'leased');
    await eventually(async () => expect((await rowOf('leased'))?.attempts).toBe(1));
    await em().execute(
      `update outbox set enqueued_at = now() - interval '11 minutes', lease_until = now() - interval '1 second', available_at = now()
        where dedupe_key = 'leased'`,
    );
    await eventually(async () => expect((await rowOf('leased'))?.sent_at).not.toBeNull());
  });

  it('delivers many messages that were written at once, each once', async () => {
    const entries = Array.from({ length: 40 }, (_, n) => ({ kind: 'test.letter', dedupeKey: `many-${n}`, payload: { text: `many ${n}` } }));
    await em().transactional((tx) => app.get(Outbox).addAll(tx, entries));
    const unsent = async () => (await rows()).filter(({ dedupe_key, sent_at }) => dedupe_key.startsWith('many-') && sent_at === null);
    await eventually(async () => expect(await unsent()).toEqual([]));
    const texts = seen.map(({ letter }) => letter.text).filter((text) => text.startsWith('many'));
    expect(texts.toSorted()).toEqual(entries.map(({ payload }) => payload.text).toSorted());
  });

  /** Adds messages that the relay has already enqueued. */
  const addEnqueued = (...texts: string[]) =>
    em().transactional(async (tx) => {
      const entries = texts.map((text) => ({ kind: 'test.letter', dedupeKey: `enqueued-${text}`, payload: { text } }));
      const [id, ...more] = (await app.get(Outbox).addAll(tx, entries)) as [string, ...string[]];
      await tx.execute('update outbox set enqueued_at = now() where id = any(?::uuid[])', [`{${[id, ...more].join()}}`]);
      return { v: 1 as const, id, more };
    });
  const seenOf = (...texts: string[]) => seen.map(({ letter }) => letter.text).filter((text) => texts.includes(text));

  it('delivers the messages of a job in order, and one that fails holds up no other', async () => {
    const job = await addEnqueued('to start', 'hopeless', 'to go on');
    await app.get(OutboxDelivery).handle(job, { attempt: 1, signal: new AbortController().signal });
    expect(seenOf('to start', 'hopeless', 'to go on')).toEqual(['to start', 'to go on']);
    expect((await rowOf('enqueued-hopeless'))?.dead_at).not.toBeNull();
    // As where the worker was killed, and another runs the job again.
    await app.get(OutboxDelivery).handle(job, { attempt: 2, signal: new AbortController().signal });
    expect(seenOf('to start', 'to go on')).toHaveLength(2);
  });

  it('gives back at once what a job has not begun when its worker ends', async () => {
    const job = await addEnqueued('first', 'second', 'third');
    await app.get(OutboxDelivery).handle(job, { attempt: 1, signal: AbortSignal.abort() });
    expect((await rowOf('enqueued-first'))?.sent_at).not.toBeNull();
    await eventually(() => expect(seenOf('first', 'second', 'third').toSorted()).toEqual(['first', 'second', 'third']));
  });

  it('delivers after ten minutes what was enqueued and not taken, also where the job of that try failed and is still kept', async () => {
    const id = await em().transactional(async (tx) => {
      const added = await app.get(Outbox).add(tx, { kind: 'test.letter', dedupeKey: 'stranded', payload: { text: 'stranded' } });
      await tx.execute(`update outbox set available_at = now() + interval '1 hour' where id = ?`, [added]);
      return added;
    });
    const [{ due }] = (await em().execute<{ due: string }[]>(
      `select extract(epoch from date_trunc('second', now()) - interval '11 minutes')::text as due`,
    )) as [{ due: string }];
    // As the database leaves it that goes away before the delivery has claimed its message.
    const queue = app.get(JobQueue).queue('outbox');
    await queue.add('outbox.deliver', { v: 0 }, { jobId: `outbox-${id}-${due}`, removeOnFail: { count: 1000 } });
    await eventually(async () => expect((await queue.getJob(`outbox-${id}-${due}`))?.failedReason).toContain('does not fit'));
    await em().execute(
      'update outbox set available_at = to_timestamp(?::float8), enqueued_at = to_timestamp(?::float8 + 0.3) where id = ?',
      [due, due, id],
    );
    await eventually(async () => expect((await rowOf('stranded'))?.sent_at).not.toBeNull());
  });

  it('runs a job again after a failure, and not after success', async () => {
    await app.get(JobQueue).enqueue(counted, { n: 1 });
    await eventually(() => expect(runs).toEqual([1, 1]));
    await app.get(JobQueue).enqueue(counted, { n: 2 });
    await eventually(() => expect(runs).toEqual([1, 1, 2, 2]));
  });

  it('waits longer after each failure, never over 36 minutes and never all at one moment', () => {
    expect(retrySeconds(1, 0.5)).toBe(10);
    expect(retrySeconds(4, 0.5)).toBe(80);
    expect(retrySeconds(30, 1)).toBeCloseTo(36 * 60);
    expect(retrySeconds(1, 0)).toBe(8);
  });
});
