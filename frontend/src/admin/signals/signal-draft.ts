import type { NewSignalWire } from '../../lib/wire/types';

/** The wire's words for a signal are our own. */
export type SignalDraft = NewSignalWire;
export type SignalField = keyof SignalDraft;

/** The nineteen fields of the specification, as the form, the list and the refusals call them. */
export const signalLabels: Record<SignalField, string> = {
  asset: 'Asset',
  tradeType: 'Trade type',
  timeFrame: 'Time frame',
  riskLevel: 'Risk level',
  leverage: 'Leverage',
  recommendedPositionSize: 'Recommended position size',
  duration: 'Duration',
  currentPrice: 'Current price',
  entryPrice: 'Entry price',
  stopLoss: 'Stop loss',
  trailingStopLoss: 'Trailing stop loss',
  takeProfit1: 'Take profit 1',
  takeProfit2: 'Take profit 2',
  takeProfit3: 'Take profit 3',
  marketCondition: 'Market condition',
  signalMessage: 'Signal message',
  date: 'Date',
  time: 'Time',
  projectedDateOfClosure: 'Projected date of closure',
};

export const signalFields = Object.keys(signalLabels) as SignalField[];

/** The wire's field names are the form's. */
export const ownFields = Object.fromEntries(signalFields.map((field) => [field, field])) as Record<SignalField, SignalField>;

export const emptySignal = Object.fromEntries(signalFields.map((field) => [field, ''])) as Record<SignalField, string> as SignalDraft;

export const isBegun = (draft: SignalDraft): boolean => signalFields.some((field) => draft[field].trim() !== '');

/** What risk and reward follow from. */
export const oddsFields = [
  'tradeType',
  'leverage',
  'entryPrice',
  'stopLoss',
  'takeProfit1',
  'takeProfit2',
  'takeProfit3',
] as const satisfies readonly SignalField[];
