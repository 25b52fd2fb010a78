import {
  editText,
  removeElement,
  removeIf,
  removeOperand,
  removeStatement,
  replace,
  setDecorator,
} from '../../../scripts/lib/mutation/operations.mjs';

const tests = (file) => ({ project: 'integration', tests: `exchange/reconciliation-${file}` });

export const reconciliationControls = [
  {
    id: 'T6.17',
    control: 'members’ balances are listed for admins alone',
    mutation: setDecorator('ReconciliationController.list', "Access('session')"),
    ...tests('routes'),
  },
  {
    id: 'T6.18',
    control: 'a member’s reconciliation is for admins',
    mutation: setDecorator('ReconciliationController.ofMember', "Access('session')"),
    ...tests('routes'),
  },
  {
    id: 'T6.19',
    control: 'counting again is for admins',
    mutation: setDecorator('ReconciliationController.reconcile', "Access('session')"),
    ...tests('routes'),
  },
  {
    id: 'A.2',
    control: 'counting again is written down',
    mutation: removeStatement('RequestReconciliationService.request', 'this.audit.record(_, _)'),
    ...tests('routes'),
  },
  {
    id: 'S.1',
    control: 'accounts that are not in use are not listed',
    mutation: removeElement('reconciliation.repository/isListed', "eb('a.is_current', '=', true)"),
    ...tests('routes'),
  },
  {
    id: 'S.2',
    control: 'what happened after the reading is not counted',
    mutation: editText('readSpotLines', ' filter (where "time" <= ${readAt}), 0) as qty', ', 0) as qty'),
    ...tests('ledger'),
  },
  {
    id: 'S.3',
    control: 'deposits count once they are credited',
    mutation: editText('readSpotLines', 'case when status = any(${CREDITED_DEPOSITS}::int[]) then amount else 0 end', 'amount'),
    ...tests('ledger'),
  },
  {
    id: 'S.4',
    control: 'fees of withdrawals are counted',
    mutation: editText('readSpotLines', '-transaction_fee', '-transaction_fee * 0'),
    ...tests('(ledger|property)'),
  },
  {
    id: 'S.5',
    control: 'a gap explains a residual in its own direction alone',
    mutation: replace('unreadLists', 'holds && isMissing(gaps)', 'isMissing(gaps)'),
    ...tests('reasons'),
  },
  {
    id: 'S.6',
    control: 'what nothing explains is open',
    mutation: replace('judge', "off ? (_ ? 'explained' : 'open') : 'balanced'", "off ? 'explained' : 'balanced'"),
    ...tests('reasons'),
  },
  {
    id: 'S.7',
    control: 'the opening of the futures wallet stays',
    mutation: editText(
      'readFuturesLines',
      'case when o.asset is not null then o.opening when b.made',
      'case when b.made and o.asset is null',
    ),
    ...tests('futures'),
  },
  {
    id: 'S.8',
    control: 'an older reading changes nothing',
    mutation: removeIf('ReconciliationService.reconcile', 'before && before > _'),
    ...tests('account'),
  },
  {
    id: 'S.9',
    control: 'whoever reconciles the same account waits',
    mutation: editText(
      'reconciliation.repository/lockAccount',
      "pg_advisory_xact_lock(hashtextextended('reconciliation ' || ${accountId}, 0))",
      "hashtextextended('reconciliation ' || ${accountId}, 0)",
    ),
    ...tests('account'),
  },
  {
    id: 'S.10',
    control: 'a futures wallet waits for its journal',
    mutation: removeOperand('ReconciliationService.reconcile', '_.journal.until >= _'),
    ...tests('futures'),
  },
  {
    id: 'S.101',
    control: 'a transfer that the futures journal and the transfer history list counts once',
    mutation: editText('readSpotLines', 'm."time" <@ j.covered or exists', 'false and exists'),
    ...tests('ledger'),
  },
  {
    id: 'S.102',
    control: 'what changed since makes a reconciliation out of date',
    mutation: replace('isOutOfDate', 'state.inputs !== _', 'false'),
    ...tests('sync'),
  },
];
