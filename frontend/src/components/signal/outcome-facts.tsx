import type { ReactNode } from 'react';
import { exact, fixed } from '../../lib/format/decimal';
import type { SignalWire } from '../../lib/wire/types';
import { Moment } from '../exchange/figures';
import { rText, stateOf } from './outcome';
import { RFigure, SignalState } from './outcome-cells';
import { followingStop } from './story';
import styles from './signal.module.css';

/** What became of a signal: its state, where it was filled, and what it made or lost. */
export function OutcomeFacts({ signal }: { signal: SignalWire }) {
  const { outcome } = signal;
  const facts: (readonly [string, ReactNode])[] = [
    ['State', <SignalState key="state" signal={signal} plain />],
    [
      'Filled',
      outcome?.entryPrice ? (
        <span key="filled">
          {exact(outcome.entryPrice)}, <Moment at={outcome.entryAt} />
        </span>
      ) : (
        '–'
      ),
    ],
    ['Ended', <Moment key="ended" at={outcome?.closedAt ?? null} />],
    ['Result after costs', <RFigure key="net" outcome={outcome} />],
    ['Result before costs', rText(outcome?.rGross)],
    ...(outcome && outcome.rFunding !== null ? [['Funding paid', `${fixed(outcome.rFunding, 4)} R`] as const] : []),
    ...(outcome?.ambiguous && outcome.rOptimistic !== null ? [['Had its doubts gone well', rText(outcome.rOptimistic)] as const] : []),
  ];
  const notes = [
    stateOf(signal).meaning,
    followingStop(signal),
    outcome?.ambiguous
      ? 'A minute of its market does not tell what came first. The worse way counts; the better one stands beside it.'
      : null,
    'R is what the signal put at risk: the way from the entry to the stop. A result of the past says nothing about the next one.',
  ].filter((note) => note !== null);
  return (
    <>
      <dl className={styles.facts}>
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {notes.map((note) => (
        <p key={note} className={styles.small}>
          {note}
        </p>
      ))}
    </>
  );
}
