import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { LogHeadWire, LogLeafWire } from '../../../src/platform/wire/index.js';
import { call } from '../../support/people.js';
import { removeDataFolders } from '../../support/test-config.js';
import { LogWorld } from './log-world.js';

let world: LogWorld;
beforeEach(async () => {
  world = await LogWorld.start();
});
afterEach(async () => {
  await world.stop();
  removeDataFolders();
});

describe('the public routes', () => {
  it('tell of an open signal that there is one, and nothing else', async () => {
    const signal = await world.publish({ asset: 'SOLUSDC', signalMessage: 'Kestrel over the ridge', riskLevel: 'Feverish' });
    await world.score(signal.id, 'open');
    const other = await world.publish({ asset: 'ETHUSDT', signalMessage: 'Another one' });
    await world.signer().sign();
    const [leaf] = await world.leaves();
    const answers = [];
    for (const path of [
      '/log',
      '/log/heads',
      '/log/leaves',
      '/log/proof/inclusion?index=0&size=2',
      '/log/proof/consistency?from=1&to=2',
      `/log/leaves?from=0&signalId=${signal.id}`,
    ])
      answers.push(await world.get(path));
    const told = answers.map(({ body }) => body).join();
    const secret = [
      signal.id,
      other.id,
      'SOL',
      'ETH',
      'long',
      'short',
      'Kestrel',
      'Feverish',
      '64000',
      '62500',
      '65500',
      '67000',
      '69000.25',
      '64250.5',
      world.admin.userId,
      leaf!.nonce.toString('base64'),
      leaf!.nonce.toString('hex'),
    ];
    for (const text of secret) expect(told).not.toContain(text);
    expect(answers[2]!.data).toEqual([0, 1].map((index) => ({ index, kind: 'signal', hash: expect.any(String), at: expect.any(String) })));
  });

  it.each(['pending', 'open', 'unscored'])('tell nothing of a signal that is %s', async (status) => {
    const { id } = await world.publish({ projectedDateOfClosure: '2999-01-01' });
    await world.score(id, status);
    expect((await world.get<LogLeafWire[]>('/log/leaves')).data[0]).not.toHaveProperty('content');
  });

  it.each(['closed', 'missed', 'missed_ambiguous', 'expired_unfilled'])(
    'tell all of a signal that is %s, and of no other',
    async (status) => {
      const [over] = await world.publishMany(2);
      await world.score(over!.id, status);
      const { data } = await world.get<LogLeafWire[]>('/log/leaves');
      const [leaf] = await world.leaves();
      expect(data[0]).toEqual({
        index: 0,
        kind: 'signal',
        hash: leaf!.leaf_hash.toString('base64'),
        at: over!.publishedAt,
        content: leaf!.content,
        nonce: leaf!.nonce.toString('base64'),
      });
      expect(Object.keys(data[1]!)).toEqual(['index', 'kind', 'hash', 'at']);
    },
  );

  it('tell of a market that the venue does not have once the signal itself has ended', async () => {
    const { id } = await world.publish();
    await world.score(id, 'unscored');
    await world.tamper(`update signals set projected_closure_at = now() - interval '1 minute'`);
    expect((await world.get<LogLeafWire[]>('/log/leaves')).data[0]).toHaveProperty('content');
  });

  it('give heads and proofs that may be kept, and pages that may not where more can come', async () => {
    await world.publishMany(3);
    await world.signer().sign();
    const kept = async (path: string) => (await world.get(path)).headers['cache-control'];
    const forEver = 'public, max-age=31536000, immutable';
    expect(await kept('/log/proof/inclusion?index=1&size=3')).toBe(forEver);
    expect(await kept('/log/proof/consistency?from=1&to=3')).toBe(forEver);
    expect(await kept('/log/heads?limit=1')).toBe(forEver);
    for (const path of ['/log', '/log/heads', '/log/leaves?limit=1']) expect(await kept(path)).toBe('no-cache');
    expect(await kept('/log/proof/inclusion?index=1&size=4')).toBe('no-store');
  });

  it('send away a network that asks without end', async () => {
    expect((await world.get('/log')).status).toBe(200);
    await world.rows(`update rate_limits set points = 2400 where key like 'logNetwork%'`);
    const { status, headers } = await world.get('/log/leaves');
    expect([status, headers['cache-control'], Number(headers['retry-after']) > 0]).toEqual([429, 'no-store', true]);
  });

  it('page through heads and leaves', async () => {
    for (let i = 0; i < 3; i++) {
      await world.publish();
      await world.signer().sign();
    }
    expect((await world.get<LogHeadWire[]>('/log/heads?from=2&limit=1')).data.map(({ number, size }) => [number, size])).toEqual([[2, 2]]);
    expect((await world.get<LogLeafWire[]>('/log/leaves?from=1&limit=5')).data.map(({ index }) => index)).toEqual([1, 2]);
    expect((await world.get<LogLeafWire[]>('/log/leaves?from=3')).data).toEqual([]);
  });

  it('prove what was published after the last proof as well, and name what cannot be proven', async () => {
    await world.publish();
    expect((await world.get('/log/proof/inclusion?index=0&size=1')).status).toBe(200);
    await world.publishMany(2);
    expect((await world.get<{ path: string[] }>('/log/proof/inclusion?index=2&size=3')).data.path).toHaveLength(1);
    const refused = async (path: string) => {
      const response = await call(world.api, 'GET', path);
      return [response.statusCode, response.json<{ errors: { field: string; message: string }[] }>().errors];
    };
    expect(await refused('/log/proof/inclusion?index=0&size=4')).toEqual([400, [{ field: 'size', message: 'The log has 3 leaves' }]]);
    expect(await refused('/log/proof/inclusion?index=3&size=3')).toEqual([400, [{ field: 'index', message: 'index must be below size' }]]);
    expect(await refused('/log/proof/consistency?from=3&to=2')).toEqual([400, [{ field: 'from', message: 'from must be at most to' }]]);
  });
});
