import { editText, removeIf, removeStatement, replace } from '../../../scripts/lib/mutation/operations.mjs';

const written = (name) => ({ project: 'integration', tests: 'exchange/ledger-', name });

export const ledgerControls = [
  {
    id: 'F11.1',
    control: 'rows that come in any order, or twice, are stored in one order, once',
    mutation: replace('inKeyOrder', '_.every(_)', 'true'),
    ...written('in any order|may come twice|at once'),
  },
  {
    id: 'F13.1',
    control: 'a row that is known, among many that are not, does not stop them',
    mutation: replace('LedgerWriter.copy', '!(_ instanceof DatabaseError) || _.code !== UNIQUE_VIOLATION', 'true'),
    ...written('one is known'),
  },
  {
    id: 'F13.2',
    control: 'a known row counts nothing',
    mutation: editText(
      'adding',
      'on conflict do nothing',
      'on conflict (account_id, ${quoted(table.key)}) do update set account_id = t.account_id',
    ),
    ...written('come again'),
  },
  {
    id: 'F13.3',
    control: 'many rows and their cursor are one transaction',
    mutation: removeStatement('sync/ledger-connection/inTransaction', "_.query('begin')"),
    ...written('cannot be moved|that the database refuses'),
  },
  {
    id: 'F13.4',
    control: 'a pass of two that are under way counts from the earlier',
    mutation: editText('updateCursor', 'least(excluded.pass_started_at, sync_cursors.pass_started_at)', 'excluded.pass_started_at'),
    ...written('two passes under way'),
  },
  {
    id: 'F10.1',
    control: 'a text that would not come back is refused',
    mutation: removeIf('assertStorable', 'unstorable.test(_)'),
    ...written('are refused as a whole'),
  },
  {
    id: 'F10.2',
    control: 'a time that is none is refused',
    mutation: removeStatement('inKeyOrder', 'assertTimes(_, _)'),
    ...written('are refused as a whole'),
  },
  {
    id: 'F10.3',
    control: 'a text keeps to its column and its line',
    mutation: replace('ledger-copy.sql/cell', 'special.test(_) ? _ : $value', '$value'),
    ...written('keep any text exactly'),
  },
  {
    id: 'F13.5',
    control: 'a stopped run waits for nobody',
    mutation: removeStatement('onConnection', "_?.addEventListener('abort', _, _)"),
    ...written('given up when the run is stopped'),
  },
  {
    id: 'F13.6',
    control: 'proven spans add up',
    mutation: editText('updateCursor', ' sync_cursors.covered +', ''),
    ...written('spans that are proven'),
  },
];
