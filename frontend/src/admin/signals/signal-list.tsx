import { Plus } from 'lucide-react';
import { Link } from 'react-router';
import { buttonClass } from '../../components/feedback/button';
import { Card, Screen } from '../../components/layout/screen';
import { consolePaths } from '../../config/console-routes';
import { useLiveSignals } from '../../lib/live-account';
import { type SortParam, useFilterParams } from '../../lib/use-page-params';
import { Allowed } from '../access/allowed';
import { FilterBar, type FilterChoice } from '../filter-bar';
import { ResourceTable } from '../resource-table';
import { SearchField, useSearched } from '../search-field';
import { signalColumns } from './signal-columns';
import { signalLabels } from './signal-draft';
import { useSignalChoices } from './use-signal-choices';

const sorts: readonly SortParam[] = [
  { by: 'date', order: 'desc' },
  { by: 'asset', order: 'asc' },
];
const filterNames = ['side', 'status', 'timeFrame', 'riskLevel'] as const;
type FilterName = (typeof filterNames)[number];
/** Twenty columns are for a wide window; below, each signal is a card. */
const CARDS_BELOW = 1024;

const nothingToDo = () => undefined;
const asOptions = (words: readonly string[] | undefined) => (words ?? []).map((word) => [word, word] as const);

/** Everything that was published. It stands as it was: nothing here changes it. */
export function SignalList() {
  useLiveSignals(true, nothingToDo);
  const q = useSearched();
  const filters = useFilterParams(filterNames);
  const choices = useSignalChoices().data;
  const offered: readonly FilterChoice<FilterName>[] = [
    {
      name: 'side',
      label: 'Direction',
      options: [
        ['long', 'Long'],
        ['short', 'Short'],
      ],
    },
    {
      name: 'status',
      label: 'Status',
      options: [
        ['running', 'Running'],
        ['ended', 'Ended'],
      ],
    },
    { name: 'timeFrame', label: signalLabels.timeFrame, options: asOptions(choices?.timeFrames) },
    { name: 'riskLevel', label: signalLabels.riskLevel, options: asOptions(choices?.riskLevels) },
  ];
  const isNarrowed = q !== '' || filters.filtered;
  return (
    <Screen
      title="All signals"
      intro="All signals sent to the trade club. Signals can't be edited; results are in the last column."
      actions={
        <Allowed to="signals.publish">
          <Link to={consolePaths.newSignal} className={buttonClass({ look: 'primary' })}>
            <Plus size={16} aria-hidden="true" />
            Create signal
          </Link>
        </Allowed>
      }
    >
      <Card flush>
        <FilterBar choices={offered} filters={filters}>
          <SearchField label="Search pair or words" />
        </FilterBar>
        <ResourceTable
          resource="signals"
          caption="All signals"
          columns={signalColumns}
          sorts={sorts}
          cardsBelow={CARDS_BELOW}
          filter={{ ...filters.asked, ...(q !== '' && { q }) }}
          empty={
            isNarrowed
              ? { title: 'No signal fits', text: 'Nothing published so far has these words and filters.' }
              : {
                  title: 'No signals yet',
                  text: 'What you publish for the trade club appears here.',
                  action: (
                    <Allowed to="signals.publish">
                      <Link to={consolePaths.newSignal}>Create the first one</Link>
                    </Allowed>
                  ),
                }
          }
        />
      </Card>
    </Screen>
  );
}
