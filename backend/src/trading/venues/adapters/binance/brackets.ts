import { WireShape, type LeverageBracket } from '../../port/index.js';
import { inOrder } from '../brackets.js';
import { wireRow } from '../ccxt/index.js';
import { endpoints } from './endpoints.js';

const { path } = endpoints.leverageBracket;

/** Asked for one contract, the venue answers it alone, or as a list of one. */
export function readBrackets(body: unknown, symbol: string): LeverageBracket[] {
  const only: unknown = Array.isArray(body) && body.length === 1 ? body[0] : body;
  const row = wireRow(path, only);
  if (row.text('symbol') !== symbol) throw new WireShape(path, 'the brackets of another contract');
  return inOrder(
    path,
    row.rows('brackets').map((bracket) => ({
      size: bracket.decimal('notionalCap'),
      maxLeverage: bracket.decimal('initialLeverage'),
      maintenanceRatio: bracket.decimal('maintMarginRatio'),
      maxNotional: bracket.decimal('notionalCap'),
      maxQuantity: null,
      deduction: bracket.has('cum') ? bracket.decimal('cum') : null,
    })),
  );
}
