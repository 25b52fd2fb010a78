import { RescoringService } from '../../../src/trading/signals/index.js';
import type { EndedSignalWire, SignalWire, TrackRecordSignalWire, TrackRecordWire } from '../../../src/platform/wire/index.js';
import { call, signedInAdmin } from '../../support/people.js';
import { createTestApi, type TestApi } from '../../support/test-app.js';
import { aSignal } from '../signals/a-signal.js';
import { bitcoin, ether, etherSeconds, published, storeDay, storeFunding, storeSeconds } from './world.js';

const DAY_MS = 86_400_000;
const secret = {
  asset: 'SECRETUSDT',
  entryPrice: '77123.25',
  stopLoss: '76111.5',
  takeProfit1: '78001.75',
  takeProfit2: '79002.75',
  takeProfit3: '80003.75',
  signalMessage: 'Nobody outside may read this',
  marketCondition: 'Unspoken',
  leverage: '13x',
};
const inDays = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10);

/** The API with signals that have ended in every way there is, and three that run, of which nothing may be read. */
export class RecordedSignals {
  /** Ids of those that have ended, by how. */
  readonly ids: Record<string, string> = {};
  readonly running: string[] = [];

  private constructor(readonly api: TestApi) {}

  static async start(): Promise<RecordedSignals> {
    const recorded = new RecordedSignals(await createTestApi());
    await recorded.#publish();
    return recorded;
  }

  stop(): Promise<void> {
    return this.api.close();
  }

  get rescoring(): RescoringService {
    return this.api.app.get(RescoringService, { strict: false });
  }

  async #publish(): Promise<void> {
    const { api, ids, running } = this;
    const { token } = await signedInAdmin(api);
    for (let n = 0; n < 3; n++) {
      const response = await call(
        api,
        'POST',
        '/createsignal',
        aSignal({ ...secret, date: inDays(0), projectedDateOfClosure: inDays(7) }),
        { token },
      );
      if (response.statusCode !== 201) throw new Error(response.body);
      running.push(response.json<{ data: SignalWire }>().data.id);
    }
    const em = api.em();
    const [original] = running as [string];
    await storeDay(em, 'BTCUSDT', bitcoin);
    await storeDay(em, 'ETHUSDT', ether);
    await storeFunding(em, 'BTCUSDT', '0.0001', '100');
    await storeFunding(em, 'ETHUSDT', '-0.0002', null);
    await storeSeconds(em, 'ETHUSDT', 20, []);
    await storeSeconds(em, 'ETHUSDT', 30, etherSeconds);
    const eth = { base: 'ETH', asset: 'ETHUSDT' };
    ids['won'] = await published(api, original, '00:00:30.250', { trailing_stop_loss: 'breakeven' });
    ids['missed'] = await published(api, original, '00:20:30', { take_profit_1: '101.5' });
    ids['lost'] = await published(api, original, '01:40:30', {
      entry_price: '118',
      stop_loss: '110',
      take_profit_1: '125',
      take_profit_2: '130',
      take_profit_3: '140',
    });
    ids['unfilled'] = await published(api, original, '02:10:30', {
      entry_price: '90',
      stop_loss: '80',
      take_profit_1: '95',
      take_profit_2: '96',
      take_profit_3: '97',
    });
    ids['doubtful'] = await published(api, original, '00:00:30', eth);
    ids['resolved'] = await published(api, original, '00:25:30', eth);
    ids['unscored'] = await published(api, original, '03:00:00', { base: 'GONE', asset: 'GONEUSDT' });
    await this.rescoring.run();
    await em.execute(
      `insert into signal_scores (signal_id, methodology, status) values (?, 1, 'unscored') on conflict (signal_id, methodology) do update
        set status = 'unscored'`,
      [ids['unscored']],
    );
    // One that runs is filled and has passed its first target; nobody may see that either. One waits, and of one nothing is known.
    await em.execute(
      `insert into signal_scores (signal_id, methodology, status, entry_price, entry_at, exits) values (?, 1, 'open', 77123.25, now(),
        '[{"reason":"tp1","price":"78001.75","weight":"0.333333333333333333","t":1}]') on conflict (signal_id, methodology) do update set
        status = 'open', entry_price = excluded.entry_price, exits = excluded.exits`,
      [running[0]],
    );
    await em.execute(
      `insert into signal_scores (signal_id, methodology, status) values (?, 1, 'pending') on conflict (signal_id, methodology) do update
        set status = 'pending'`,
      [running[1]],
    );
    await em.execute('delete from signal_scores where signal_id = ?', [running[2]]);
  }

  read(path: string) {
    return call(this.api, 'GET', path);
  }

  async record(): Promise<TrackRecordWire> {
    return (await this.read('/track-record')).json<{ data: TrackRecordWire }>().data;
  }

  async list(query = ''): Promise<{ rows: TrackRecordSignalWire[]; total: number }> {
    const response = await this.read(`/track-record/signals?perPage=100${query}`);
    const { statusCode, headers } = response;
    if (statusCode !== 200 || headers['cache-control'] !== 'public, max-age=30')
      throw new Error(`${statusCode} ${JSON.stringify(headers)}`);
    return { rows: response.json<{ data: TrackRecordSignalWire[] }>().data, total: Number(headers['x-total-count']) };
  }
}

export const endedIn = (rows: readonly TrackRecordSignalWire[]) => rows.filter((row): row is EndedSignalWire => row.ended);
