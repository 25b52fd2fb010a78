import { replace, setDecorator } from '../../../scripts/lib/mutation/operations.mjs';

export const signalMarkControls = [
  {
    id: 'T27.127',
    control: 'a signal is marked by whoever may read it',
    mutation: setDecorator('SignalMarksController', "Access('member')"),
    project: 'integration',
    tests: 'signals/marks',
    name: 'is set by whoever may read the signal',
  },
  {
    id: 'T27.128',
    control: 'a member removes no mark of another',
    mutation: replace('SignalMarkRepository.delete', "$query.where('user_id', '=', userId)", '$query'),
    project: 'integration',
    tests: 'signals/marks',
    name: 'each member’s own',
  },
  {
    id: 'T27.129',
    control: 'a member sees no trades of another beside a signal',
    mutation: replace('ShareEntryRepository.find', "$query.where('user_id', '=', userId)", '$query'),
    project: 'integration',
    tests: 'profit-share/own-trades',
    name: 'has the reader’s own trades alone',
  },
];
