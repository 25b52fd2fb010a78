import { type ReactNode, useState } from 'react';
import { Choices } from '../../../components/chart/choices';
import { useAmounts } from '../../../components/amounts/hideable';
import { ExportButton } from '../../../components/export/export-button';
import { Quantity, Usdt } from '../../../components/exchange/figures';
import { Button } from '../../../components/feedback/button';
import { EmptyState, ErrorState, Skeleton } from '../../../components/feedback/states';
import { Card } from '../../../components/layout/screen';
import { conversionText } from '../../../components/money/conversion-text';
import { inUnit, useMoney } from '../../../components/money/money';
import { percent } from '../../../lib/format/share';
import { isolate } from '../../../lib/i18n/isolate';
import { t } from '../../../lib/i18n/texts';
import { useStoredChoice } from '../../../lib/use-stored-choice';
import type { Allocation, Portfolio } from '../../../lib/wire/portfolio';
import styles from './allocation-card.module.css';
import { allocationPicture } from './allocation-picture';
import { AllocationDrawing, MAX_SEGMENTS, colourOf, shapes } from './allocation-drawing';
import { type Grouping, type Part, type Segment, groupAllocation, groupings, notDrawn, segmentsOf } from './allocation-groups';

/** Rows of the list before all are asked for. */
const FIRST = 6;
/** Names in a sentence about what is not drawn. */
const MAX_NAMES = 4;

type Venue = Portfolio['venue'];

const holdingName = ({ coin, wallet }: Allocation) => coin ?? t('dashboards.allocation.wallet', { wallet: wallet ?? '' });

function partName({ key, holdings }: Part, venue: Venue): string {
  // Binance is read by wallet; the other exchanges list the coins of all wallets together.
  if (key === 'coins')
    return venue === 'binance' ? t('dashboards.allocation.wallet', { wallet: 'Spot' }) : t('dashboards.allocation.group.coins');
  if (key === 'stable' || key === 'unstable' || key === 'wallets') return t(`dashboards.allocation.group.${key}`);
  return holdings[0] ? holdingName(holdings[0]) : '';
}

/** What a part consists of: its quantity, how it is valued, or what it adds up. */
function partDetail({ key, holdings }: Part): ReactNode {
  const [first] = holdings;
  if (key === 'wallets') return namesText(holdings.map(holdingName));
  if (key === 'coins' || key === 'stable' || key === 'unstable') return t('dashboards.allocation.coins', { count: holdings.length });
  if (first?.quantity != null) return <Quantity value={first.quantity} unit={first.coin ?? ''} />;
  return t(first?.wallet === 'Futures' ? 'dashboards.allocation.withProfit' : 'dashboards.allocation.byExchange');
}

/** Names for a sentence, of which the last ones are only counted. */
function namesText(names: readonly string[]): string {
  const shown = names.slice(0, MAX_NAMES).map(isolate).join(', ');
  return names.length > MAX_NAMES ? t('dashboards.allocation.more', { names: shown, count: names.length - MAX_NAMES }) : shown;
}

/** Sentences about what the drawing leaves out. */
function NotDrawn({ parts, venue }: { parts: readonly Part[]; venue: Venue }) {
  const { unpriced, negative } = notDrawn(parts);
  return (
    <>
      {unpriced.length > 0 && (
        <p className={styles.missing}>{t('dashboards.allocation.unpriced', { names: namesText(unpriced.map(holdingName)) })}</p>
      )}
      {negative.length > 0 && (
        <p className={styles.missing}>
          {t('dashboards.allocation.negative', { names: namesText(negative.map((part) => partName(part, venue))) })}
        </p>
      )}
    </>
  );
}

/** The drawing of one grouping, and the list that is its legend. */
function Overview({ allocation, venue, grouping }: { allocation: readonly Allocation[]; venue: Venue; grouping: Grouping }) {
  const [all, setAll] = useState(false);
  const [shape, setShape] = useStoredChoice('tidemark:allocation-shape', shapes, 'donut');
  const { hide } = useAmounts();
  const { text, unit, conversion } = useMoney();
  const parts = groupAllocation(allocation, grouping);
  const segments = segmentsOf(parts, MAX_SEGMENTS);
  const colours = new Map(segments.flatMap(({ key, parts: own }, at) => own.map((part) => [part.key, colourOf(key, at)])));
  const nameOf = ({ parts: own }: Segment) =>
    own.length === 1 ? partName(own[0]!, venue) : t('dashboards.allocation.others', { count: own.length });
  return (
    <>
      {segments.length > 0 && (
        <>
          <div className={styles.shape}>
            <Choices
              label={t('dashboards.allocation.shapes')}
              options={shapes.map((value) => ({ value, label: t(`dashboards.allocation.shape.${value}`) }))}
              value={shape}
              onChange={setShape}
            />
          </div>
          <AllocationDrawing
            key={`${grouping}:${shape}`}
            segments={segments}
            shape={shape}
            nameOf={nameOf}
            label={t(`dashboards.allocation.label.${grouping}`)}
          />
          <div className={styles.files}>
            <ExportButton
              content={{
                kind: 'png',
                picture: () =>
                  allocationPicture(segments, shape, {
                    title: t(`dashboards.allocation.label.${grouping}`),
                    textOf: (segment) =>
                      t('dashboards.allocation.point', {
                        name: nameOf(segment),
                        amount: hide(text(segment.value)),
                        unit,
                        share: percent(segment.share),
                      }),
                    source: conversionText(t('dashboards.allocation.source', { unit }), conversion),
                  }),
              }}
              name="tidemark-allocation"
              label={t(`dashboards.allocation.label.${grouping}`)}
            />
            <ExportButton
              content={{
                kind: 'csv',
                headers: [
                  t('dashboards.allocation.column.name'),
                  t('dashboards.allocation.column.quantity'),
                  inUnit(t('dashboards.allocation.column.value')),
                ],
                rows: () => allocation.map((holding) => [holdingName(holding), { figure: holding.quantity }, { figure: holding.value }]),
              }}
              name="tidemark-allocation"
              label={t('dashboards.allocation.title')}
            />
          </div>
        </>
      )}
      <NotDrawn parts={parts} venue={venue} />
      <ul className={styles.list}>
        {(all ? parts : parts.slice(0, FIRST)).map((part) => {
          const colour = colours.get(part.key);
          return (
            <li key={part.key}>
              <div className={styles.row}>
                <strong className={styles.name}>
                  {colour && <span className={styles.swatch} style={{ background: colour }} aria-hidden="true" />}
                  {partName(part, venue)}
                </strong>
                <Usdt value={part.value} />
              </div>
              <span className={styles.track} aria-hidden="true">
                {colour && part.share !== null && <span style={{ width: `${part.share / 100}%`, background: colour }} />}
              </span>
              <div className={styles.detail}>
                <span>{partDetail(part)}</span>
                <span title={part.share === null ? t('dashboards.allocation.noShare') : undefined}>{percent(part.share)}</span>
              </div>
            </li>
          );
        })}
      </ul>
      {parts.length > FIRST && (
        <div className={styles.more}>
          <Button size="small" look="quiet" aria-expanded={all} onClick={() => setAll(!all)}>
            {all ? t('dashboards.showLargest') : t('dashboards.showAll', { count: parts.length })}
          </Button>
        </div>
      )}
      <p className={styles.note}>
        {grouping === 'stable' && `${t('dashboards.allocation.stableNote')} `}
        {t('dashboards.allocation.note', { unit })}
      </p>
    </>
  );
}

/** What the account consists of, drawn and as a list, the largest part first. */
export function AllocationCard({
  portfolio,
  error,
  onRetry,
  empty,
}: {
  portfolio: Pick<Portfolio, 'allocation' | 'venue'> | undefined;
  error: unknown;
  onRetry: () => void;
  empty: string;
}) {
  const [grouping, setGrouping] = useStoredChoice('tidemark:allocation-grouping', groupings, 'coin');
  return (
    <Card title={t('dashboards.allocation.title')}>
      {portfolio === undefined ? (
        error == null ? (
          <Skeleton height={720} />
        ) : (
          <ErrorState title={t('dashboards.allocation.failed')} error={error} onRetry={onRetry} />
        )
      ) : portfolio.allocation.length === 0 ? (
        <EmptyState title={t('dashboards.allocation.none')}>{empty}</EmptyState>
      ) : (
        <>
          <Choices
            label={t('dashboards.allocation.groupings')}
            options={groupings.map((value) => ({ value, label: t(`dashboards.allocation.grouping.${value}`) }))}
            value={grouping}
            onChange={setGrouping}
          />
          <Overview key={grouping} allocation={portfolio.allocation} venue={portfolio.venue} grouping={grouping} />
        </>
      )}
    </Card>
  );
}
