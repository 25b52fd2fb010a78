import { useQuery } from '@tanstack/react-query';
import { FileDown } from 'lucide-react';
import { useSearchParams } from 'react-router';
import { AmountsScreen } from '../../components/amounts/amounts-screen';
import { Choices } from '../../components/chart/choices';
import { Button } from '../../components/feedback/button';
import { EmptyState, ErrorState } from '../../components/feedback/states';
import { Card, Grid } from '../../components/layout/screen';
import { useDownload } from '../../lib/use-download';
import type { TaxMethod } from '../../lib/wire/tax';
import { searchOf, taxReportQuery, type TaxChoice } from './api/get-tax-report';
import { DisposalsCard } from './disposals-card';
import { ByCoinCard, ContractsCard, HoldingsCard, RewardsCard } from './income-cards';
import { ReportNotices } from './report-notices';
import { SummaryCard } from './summary-card';
import { UnknownCard } from './unknown-card';
import { t } from '../../lib/i18n/texts';
import styles from './tax-page.module.css';

const methods = ['fifo', 'lifo', 'average'] as const satisfies readonly TaxMethod[];
const isMethod = (text: string | null): text is TaxMethod => methods.some((method) => method === text);

/** Returns the year that members ask for first: until June the last one, then the present one. */
function usualYear(now: Date): number {
  return now.getUTCMonth() < 6 ? now.getUTCFullYear() - 1 : now.getUTCFullYear();
}

/** Year and method in the address, so that back, reload and a copied link lead to the same report. */
function useTaxChoice() {
  const [search, setSearch] = useSearchParams();
  const [year, method] = [search.get('year'), search.get('method')];
  const choice: TaxChoice = {
    year: year !== null && /^20\d\d$/.test(year) ? Number(year) : usualYear(new Date()),
    method: isMethod(method) ? method : 'fifo',
  };
  return { choice, choose: (next: Partial<TaxChoice>) => setSearch(searchOf({ ...choice, ...next })) };
}

/** A member's tax report of one year. */
export function TaxPage() {
  const { choice, choose } = useTaxChoice();
  const { data, error, refetch, isPlaceholderData } = useQuery(taxReportQuery(choice));
  const hasNothing = data !== undefined && data.venue === null;
  // Lists begin at their first page for another report.
  const key = searchOf(choice);
  return (
    <AmountsScreen title={t('tax.title')} intro={t('tax.intro')} actions={hasNothing ? undefined : <Downloads choice={choice} />}>
      <Grid>
        {hasNothing ? (
          <Card span={12}>
            <EmptyState title={t('tax.noAccountTitle')}>{t('tax.noAccount')}</EmptyState>
          </Card>
        ) : (
          <>
            <div className={styles.choice} aria-busy={isPlaceholderData}>
              <label className={styles.year}>
                <span>{t('tax.year')}</span>
                <select value={choice.year} onChange={(event) => choose({ year: Number(event.target.value) })}>
                  {yearsOf(data?.years ?? [], choice.year).map((year) => (
                    <option key={year} value={year}>
                      {year}
                    </option>
                  ))}
                </select>
              </label>
              <Choices
                label={t('tax.method')}
                options={methods.map((value) => ({ value, label: t(`tax.methods.${value}`) }))}
                value={choice.method}
                onChange={(method) => choose({ method })}
              />
              <p className={styles.meaning}>{t(`tax.methodMeaning.${choice.method}`)}</p>
            </div>
            {error && !data ? (
              <Card span={12}>
                <ErrorState title={t('tax.loadFailed')} error={error} onRetry={() => void refetch()} />
              </Card>
            ) : (
              <>
                {data && <ReportNotices report={data} />}
                <SummaryCard report={data} />
                <DisposalsCard key={`disposals ${key}`} choice={choice} report={data} refreshing={isPlaceholderData} />
                {data && data.year === choice.year && data.totals.unknownDisposals > 0 && (
                  <UnknownCard key={`unknown ${key}`} choice={choice} report={data} />
                )}
                {data && data.assets.length > 1 && <ByCoinCard report={data} />}
                {data && data.contracts.length > 0 && <ContractsCard report={data} />}
                {data && data.rewards.length > 0 && <RewardsCard report={data} />}
                {data && data.holdings.length > 0 && <HoldingsCard report={data} />}
                <p className={styles.advice}>{t('tax.advice')}</p>
              </>
            )}
          </>
        )}
      </Grid>
    </AmountsScreen>
  );
}

/** Years with rows, and the chosen one. */
const yearsOf = (years: readonly number[], chosen: number) => [...new Set([...years, chosen])].toSorted((a, b) => b - a);

function Downloads({ choice }: { choice: TaxChoice }) {
  const save = useDownload();
  const pathOf = (kind: 'csv' | 'pdf') => `/me/tax/report.${kind}?${searchOf(choice)}`;
  return (
    <div className={styles.downloads}>
      {(['csv', 'pdf'] as const).map((kind) => (
        <Button
          key={kind}
          icon={<FileDown size={16} aria-hidden="true" />}
          disabled={save.isPending}
          busy={save.isPending && save.variables === pathOf(kind)}
          onClick={() => save.mutate(pathOf(kind))}
        >
          {t(`tax.${kind}`)}
        </Button>
      ))}
    </div>
  );
}
