import { useQuery } from '@tanstack/react-query';
import { Download, SlidersHorizontal, X } from 'lucide-react';
import { useId, useState } from 'react';
import { Button } from '../../feedback/button';
import { request } from '../../../lib/api';
import { day } from '../../../lib/format/date';
import { useDownload } from '../../../lib/use-download';
import { NO_FILTER, type RowFilter } from '../../../lib/use-page-params';
import { PHONE, useNarrow } from '../../../lib/use-narrow';
import type { Answer } from '../../../lib/wire/types';
import { t } from '../../../lib/i18n/texts';
import styles from './history-bar.module.css';
import { HistoryFilter } from './history-filter';
import type { HistorySet } from './history-sets';
import type { HistoryOwner } from './history-table';

interface HistoryBarProps<R> {
  set: HistorySet<R>;
  owner: HistoryOwner;
  filter: RowFilter;
  onFilter: (filter: RowFilter) => void;
  /** Sort and filter in the server's words: what is saved is what is shown. */
  asked: Readonly<Record<string, string>>;
  total: number | undefined;
}

const spanOf = ({ from, to }: RowFilter) =>
  from && to
    ? from === to
      ? day(from)
      : t('exchange.filter.range', { from: day(from), to: day(to) })
    : from
      ? t('exchange.filter.since', { from: day(from) })
      : t('exchange.filter.until', { to: day(to) });

function Chip({ text, onClear }: { text: string; onClear: () => void }) {
  return (
    <li className={styles.chip}>
      <span>{text}</span>
      <button type="button" aria-label={t('exchange.filter.clear', { filter: text })} onClick={onClear}>
        <X size={14} aria-hidden="true" />
      </button>
    </li>
  );
}

/** Which rows stand below, a way to choose others, and a way to take them home. */
export function HistoryBar<R>({ set, owner, filter, onFilter, asked, total }: HistoryBarProps<R>) {
  const id = useId();
  const isPhone = useNarrow(PHONE);
  const [opened, setOpened] = useState(false);
  const names = useQuery({
    queryKey: ['history-names', owner.files, set.file],
    queryFn: async ({ signal }) => (await request<Answer<string[]>>(`${owner.files}/${set.file}/names`, { signal })).body.data,
    enabled: owner.named,
  });
  const save = useDownload();
  const showsFields = !isPhone || opened;
  const ranged = filter.from !== '' || filter.to !== '';
  return (
    <div className={styles.bar}>
      <div className={styles.row}>
        {isPhone && (
          <Button
            icon={<SlidersHorizontal size={16} aria-hidden="true" />}
            aria-expanded={opened}
            aria-controls={id}
            onClick={() => setOpened(!opened)}
          >
            {t('exchange.filter.open')}
          </Button>
        )}
        <div id={id} className={styles.fields} hidden={!showsFields}>
          {/* The fields begin anew where the address says something else: back, a cleared chip, a copied link. */}
          <HistoryFilter
            key={`${filter.name}|${filter.from}|${filter.to}`}
            set={set}
            names={names.data ?? []}
            filter={filter}
            onFilter={onFilter}
          />
        </div>
        {owner.maySave !== false && (
          <Button
            icon={<Download size={16} aria-hidden="true" />}
            busy={save.isPending}
            disabled={!total}
            onClick={() => save.mutate(`${owner.files}/${set.file}.csv?${new URLSearchParams(asked)}`)}
            title={t('exchange.export.help')}
          >
            {t(save.isPending ? 'exchange.export.running' : 'exchange.export.action')}
          </Button>
        )}
      </div>
      {(filter.name || ranged) && (
        <ul className={styles.chips} aria-label={t('exchange.filter.chips')}>
          {filter.name && <Chip text={filter.name} onClear={() => onFilter({ ...filter, name: '' })} />}
          {ranged && <Chip text={spanOf(filter)} onClear={() => onFilter({ ...filter, from: '', to: '' })} />}
          <li>
            <Button look="quiet" size="small" onClick={() => onFilter(NO_FILTER)}>
              {t('exchange.filter.clearAll')}
            </Button>
          </li>
        </ul>
      )}
    </div>
  );
}
