import { VenueRejected, type FuturesOrderRow } from '../../port/index.js';
import type { Call, Params, WireRow } from '../ccxt/index.js';
import { contractKinds, type ContractSizes } from './contract-sizes.js';
import { endpoints, type OkxEndpoint } from './endpoints.js';
import { allBefore } from './envelope.js';
import { algoOrder, futuresOrder } from './rows.js';

const PAGE = 100;
const MAX_PAGES = 100;

/** Orders that wait for something are asked for by kind; only the first two go together. */
const algoKinds: Record<string, string> = {
  'conditional,oco': 'stop orders',
  trigger: 'trigger orders',
  move_order_stop: 'trailing orders',
  chase: 'chase orders',
  iceberg: 'iceberg orders',
  smart_iceberg: 'smart iceberg orders',
  twap: 'time-weighted orders',
};

/** All resting orders of contracts. A kind that the venue does not offer (any more) is told by its name; any other failure stands. */
export async function openOrders(
  call: Call<OkxEndpoint>,
  sizesFor: (instIds: readonly string[]) => Promise<ContractSizes>,
): Promise<{ rows: FuturesOrderRow[]; missing: string[] }> {
  const list = (endpoint: OkxEndpoint, idKey: string, params: Params) =>
    allBefore(endpoint.path, idKey, MAX_PAGES, (before) =>
      call(endpoint, { ...params, limit: PAGE, ...(before !== null && { after: before }) }),
    );
  const missing: string[] = [];
  const algoOf = async (ordType: string, name: string): Promise<WireRow[]> => {
    try {
      return await list(endpoints.algoOrders, 'algoId', { ordType });
    } catch (error) {
      if (!(error instanceof VenueRejected)) throw error;
      missing.push(name);
      return [];
    }
  };
  const [orders, algos] = await Promise.all([
    Promise.all(contractKinds.map((instType) => list(endpoints.openOrders, 'ordId', { instType }))),
    Promise.all(Object.entries(algoKinds).map(([ordType, name]) => algoOf(ordType, name))),
  ]);
  const resting = orders.flat();
  // Orders of pairs are in these lists as well.
  const waiting = algos.flat().filter((row) => contractKinds.some((kind) => kind === row.text('instType')));
  const sizes = await sizesFor([...resting, ...waiting].map((row) => row.text('instId')));
  return { rows: [...resting.map((row) => futuresOrder(row, sizes)), ...waiting.map((row) => algoOrder(row, sizes))], missing };
}
