import { closureOf, leverageOf, type SignalTerms } from '../signal.input.js';

/** Terms as a draft stores them: the projected closure follows from its text. */
export type DraftTerms = Omit<SignalTerms, 'projectedClosureAt'>;

/** Fields that a reply may change. */
export type DraftChanges = Partial<
  Pick<SignalTerms, 'entryPrice' | 'stopLoss' | 'takeProfit1' | 'takeProfit2' | 'takeProfit3' | 'leverage'>
>;

export function draftTermsOf(terms: SignalTerms): DraftTerms {
  const draft: DraftTerms & Partial<SignalTerms> = { ...terms };
  delete draft.projectedClosureAt;
  return draft;
}

export function termsOfDraft(draft: DraftTerms): SignalTerms {
  const projectedClosureAt = closureOf(draft.projectedDateOfClosure);
  if (!projectedClosureAt) throw new Error('a draft has a projected closure that cannot be parsed');
  return { ...draft, projectedClosureAt };
}

export function changedTerms(draft: DraftTerms, changes: DraftChanges): DraftTerms {
  const leverageFactor = leverageOf(changes.leverage ?? draft.leverage);
  if (leverageFactor === null) throw new Error('a draft has a leverage that cannot be parsed');
  return { ...draft, ...changes, leverageFactor };
}
