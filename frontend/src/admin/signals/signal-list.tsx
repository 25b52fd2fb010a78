import { Plus } from 'lucide-react';
import { Link } from 'react-router';
import { buttonClass } from '../../components/feedback/button';
import { consolePaths } from '../../config/console-routes';
import { useLiveSignals } from '../../lib/live-account';
import type { SortParam } from '../../lib/use-page-params';
import { Allowed } from '../access/allowed';
import { type FilterOption, choiceFilter, searchFilter } from '../list/filters';
import { ListScreen } from '../list/list-screen';
import { signalColumns } from './signal-columns';
import { signalLabels } from './signal-draft';
import { useSignalChoices } from './use-signal-choices';

const sorts: readonly SortParam[] = [
  { by: 'date', order: 'desc' },
  { by: 'asset', order: 'asc' },
];
/** Twenty columns are for a wide window; below, each signal is a card. */
const CARDS_BELOW = 1024;

const nothingToDo = () => undefined;
const asOptions = (words: readonly string[] | undefined): FilterOption[] => (words ?? []).map((word) => [word, word]);

/** Everything that was published. It stands as it was: nothing here changes it. */
export function SignalList() {
  useLiveSignals(true, nothingToDo);
  const choices = useSignalChoices().data;
  const filters = [
    searchFilter('Search pair or words'),
    choiceFilter('side', 'Direction', [
      ['long', 'Long'],
      ['short', 'Short'],
    ]),
    choiceFilter('status', 'Status', [
      ['running', 'Running'],
      ['ended', 'Ended'],
    ]),
    choiceFilter('timeFrame', signalLabels.timeFrame, asOptions(choices?.timeFrames)),
    choiceFilter('riskLevel', signalLabels.riskLevel, asOptions(choices?.riskLevels)),
  ];
  return (
    <ListScreen
      title="All signals"
      intro="All signals sent to the trade club. Signals can't be edited; results are in the last column."
      buttons={
        <Allowed to="signals.publish">
          <Link to={consolePaths.newSignal} className={buttonClass({ look: 'primary' })}>
            <Plus size={16} aria-hidden="true" />
            Create signal
          </Link>
        </Allowed>
      }
      resource="signals"
      columns={signalColumns}
      filters={filters}
      sorts={sorts}
      cardsBelow={CARDS_BELOW}
      empty={{
        title: 'No signals yet',
        text: 'Signals that you publish appear here.',
        action: (
          <Allowed to="signals.publish">
            <Link to={consolePaths.newSignal}>Create a signal</Link>
          </Allowed>
        ),
        filtered: { title: 'No signal matches', text: 'Try another search term or filter.' },
      }}
    />
  );
}
