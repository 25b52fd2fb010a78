import type { ReactNode } from 'react';
import { exact, fixed, leftToRight } from '../../lib/format/decimal';
import type { SignalWire } from '../../lib/wire/types';
import { Moment } from '../exchange/figures';
import { t } from '../../lib/i18n/texts';
import { Trans } from '../../lib/i18n/trans';
import { rText, stateOf } from './outcome';
import { RFigure, SignalState } from './outcome-cells';
import { followingStop } from './story';
import { FactList } from './fact-list';
import styles from './signal.module.css';

/** What became of a signal: its state, where it was filled, and what it made or lost. */
export function OutcomeFacts({ signal }: { signal: SignalWire }) {
  const { outcome } = signal;
  const facts: (readonly [string, ReactNode])[] = [
    [t('signals.outcome.state'), <SignalState key="state" signal={signal} plain />],
    [
      t('signals.outcome.filled'),
      outcome?.entryPrice ? (
        <span key="filled">
          <Trans
            id="signals.outcome.filledAt"
            values={{ price: exact(outcome.entryPrice) }}
            tags={{ moment: <Moment at={outcome.entryAt} /> }}
          />
        </span>
      ) : (
        '–'
      ),
    ],
    [t('signals.outcome.ended'), <Moment key="ended" at={outcome?.closedAt ?? null} />],
    [t('signals.outcome.net'), <RFigure key="net" outcome={outcome} />],
    [t('signals.outcome.gross'), rText(outcome?.rGross)],
    ...(outcome && outcome.rFunding !== null
      ? [[t('signals.outcome.funding'), leftToRight(`${fixed(outcome.rFunding, 4)}\u00a0R`)] as const]
      : []),
    ...(outcome?.ambiguous && outcome.rOptimistic !== null ? [[t('signals.outcome.best'), rText(outcome.rOptimistic)] as const] : []),
  ];
  const notes = [
    stateOf(signal).meaning,
    followingStop(signal),
    outcome?.ambiguous ? t('signals.outcome.doubt') : null,
    t('signals.outcome.risk'),
  ].filter((note) => note !== null);
  return (
    <>
      <FactList facts={facts} />
      {notes.map((note) => (
        <p key={note} className={styles.small}>
          {note}
        </p>
      ))}
    </>
  );
}
