import { useMutation, useQuery } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { Button } from '../../components/feedback/button';
import { Card, Screen } from '../../components/layout/screen';
import { messageOf } from '../../lib/api';
import { download } from '../../lib/download';
import { notify } from '../../lib/notify';
import { type SortParam, useFilterParams, useSortParam } from '../../lib/use-page-params';
import { FilterBar } from '../filter-bar';
import { actionWords, auditActionsQuery, auditFile } from './audit';
import { AuditTable } from './audit-table';
import styles from './audit.module.css';
import { ChainCard } from './chain-card';
import { DayFields } from './day-fields';
import { People } from './people';

const sorts: readonly SortParam[] = [{ by: 'at', order: 'desc' }];
const orders = { asc: 'ASC', desc: 'DESC' } as const;
const filterNames = ['action', 'actorId', 'about', 'from', 'to'] as const;
type AuditFilterName = (typeof filterNames)[number];

const DAY_MILLISECONDS = 86_400_000;
/** A day of the calendar; JavaScript takes 31 February for 3 March. */
const isDay = (text: string | undefined): text is string => {
  const at = Date.parse(`${text}T00:00:00Z`);
  return text !== undefined && !Number.isNaN(at) && new Date(at).toISOString().startsWith(text);
};

/** Days of the address as moments of the server, for which the end is outside. */
function asked({ from, to, ...same }: Partial<Record<AuditFilterName, string>>): Record<string, string> {
  return {
    ...same,
    ...(isDay(from) && { from: new Date(`${from}T00:00:00Z`).toISOString() }),
    ...(isDay(to) && { to: new Date(Date.parse(`${to}T00:00:00Z`) + DAY_MILLISECONDS).toISOString() }),
  };
}

/** Who did what, to what, when: read only, and sealed so that nobody changes it unnoticed. */
export function AuditLog() {
  const filters = useFilterParams(filterNames);
  const { sort } = useSortParam(sorts);
  const actions = useQuery(auditActionsQuery);
  const filter = asked(filters.asked);
  const save = useMutation({
    mutationFn: () => download(auditFile(filter, orders[sort.order])),
    onError: (error) => notify.error(messageOf(error)),
  });
  return (
    <Screen
      title="Audit log"
      intro="Every action, by whom and when. Stored with IDs and network ranges only; names are resolved on display."
    >
      <div className={styles.stack}>
        <ChainCard />
        <Card flush>
          <FilterBar<AuditFilterName>
            choices={[
              { name: 'action', label: 'Action', options: (actions.data ?? []).map((action) => [action, actionWords(action)] as const) },
            ]}
            filters={filters}
          >
            <DayFields from={filters.values.from} to={filters.values.to} onChange={filters.setFilter} />
            <Button
              className={styles.save}
              icon={<Download size={16} aria-hidden="true" />}
              busy={save.isPending}
              title="Every event of this filter as a table for a spreadsheet, 100,000 at most"
              onClick={() => save.mutate()}
            >
              {save.isPending ? 'Preparing…' : 'Export CSV'}
            </Button>
          </FilterBar>
          <People actorId={filters.values.actorId} about={filters.values.about} onChange={filters.setFilter} />
          <AuditTable
            caption="Audit log"
            sorts={sorts}
            filter={filter}
            empty={
              filters.filtered
                ? { title: 'No event fits', text: 'Other days, another action or another person may have some.' }
                : { title: 'Nothing has happened yet', text: 'Every act that somebody may have to answer for appears here.' }
            }
          />
        </Card>
      </div>
    </Screen>
  );
}
