import { useEffect, useRef, useState } from 'react';
import { Dialog } from '../../components/feedback/dialog';
import { EmptyState } from '../../components/feedback/states';
import { SelectField, TextField } from '../../components/form/inputs';
import { t } from '../../lib/i18n/texts';
import styles from './all-pairs.module.css';
import { PairTable } from './pair-table';
import { TickerState } from './ticker-state';
import { changeOf, useAllPairs, useEveryFrames, useTickerStatus } from './use-ticker';

type Sorting = 'turnover' | 'rise' | 'fall';

/** Sorted by change, the rows change places every so many messages: often enough to be true, seldom enough to be read. */
const SORT_EVERY = 5;

/** What people type for a pair: btc, BTC/USDT, btc usdt. */
const plain = (text: string) => text.toUpperCase().replace(/[^\p{L}\p{N}]/gu, '');

/** Cheap enough to do with each rendering: a few thousand whole numbers. */
function sorted(pairs: readonly string[], sorting: Sorting): readonly string[] {
  if (sorting === 'turnover') return pairs;
  const changes = new Map(pairs.map((symbol) => [symbol, changeOf(symbol)]));
  const way = sorting === 'rise' ? -1 : 1;
  return pairs.toSorted((one, other) => way * (changes.get(one)! - changes.get(other)!));
}

/** Every pair with its last price, live, in a dialog. */
export function AllPairs({ onClose }: { onClose: () => void }) {
  const [search, setSearch] = useState('');
  const [sorting, setSorting] = useState<Sorting>('turnover');
  const status = useTickerStatus();
  const wanted = plain(search);
  const pairs = sorted(useAllPairs(), sorting).filter((symbol) => symbol.includes(wanted));
  useEveryFrames(SORT_EVERY);
  const field = useRef<HTMLInputElement>(null);
  // On a phone the keyboard would cover what the person came to see.
  useEffect(() => {
    if (matchMedia('(pointer: fine)').matches) field.current?.focus();
  }, []);
  return (
    <Dialog title={t('pairs.title')} width="tall" onClose={onClose}>
      <div className={styles.list}>
        <div className={styles.tools}>
          <TextField
            ref={field}
            type="search"
            label={t('pairs.search')}
            placeholder={t('pairs.searchExample')}
            autoComplete="off"
            spellCheck={false}
            value={search}
            onChange={(event) => setSearch(event.target.value)}
          />
          <SelectField label={t('pairs.sortBy')} value={sorting} onChange={(event) => setSorting(event.target.value as Sorting)}>
            <option value="turnover">{t('pairs.sorting.turnover')}</option>
            <option value="rise">{t('pairs.sorting.rise')}</option>
            <option value="fall">{t('pairs.sorting.fall')}</option>
          </SelectField>
        </div>
        <div className={styles.about}>
          <p role="status">{status.waiting ? '' : t('pairs.count', { count: pairs.length })}</p>
          <TickerState status={status} />
        </div>
        {/* Another order or another search starts at its top. */}
        {pairs.length > 0 && <PairTable key={`${sorting} ${wanted}`} pairs={pairs} stale={status.stale} />}
        {pairs.length === 0 && wanted !== '' && !status.waiting && (
          <div>
            <EmptyState title={t('pairs.none', { search: search.trim() })}>{t('pairs.noneText')}</EmptyState>
          </div>
        )}
      </div>
    </Dialog>
  );
}
