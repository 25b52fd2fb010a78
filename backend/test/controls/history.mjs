import { editText, removeDecorator, removeStatement, replace, setProperty } from '../../../scripts/lib/mutation/operations.mjs';

const taken = (name) => ({ project: 'integration', tests: 'exchange/history-files', name });
const listed = (name) => ({ project: 'integration', tests: 'exchange/history-lists', name });

export const historyControls = [
  {
    id: 'T12.3',
    control: 'no text of a file begins a formula',
    mutation: replace('csv/harmless', 'FORMULA.test(_) ? _ : $text', '$text'),
    ...taken('begin a formula'),
  },
  {
    id: 'T12.4',
    control: 'a text keeps to its cell',
    mutation: replace('csv/quoted', 'SPECIAL.test(_) ? _ : $text', '$text'),
    ...taken('begin a formula'),
  },
  {
    id: 'T12.5',
    control: 'a file broken off half-way is no whole file',
    mutation: replace('textFile', 'yield* pieces;', 'try { yield* pieces; } catch {}'),
    ...taken('breaks off'),
  },
  {
    id: 'T12.6',
    control: 'a member takes so many files an hour',
    mutation: removeStatement('HistoryExportService.csv', "this.limits.consume('historyFileUser', _)"),
    ...taken('times an hour'),
  },
  {
    id: 'T12.7',
    control: 'a file that was taken is written down',
    mutation: setProperty('HistoryExportService.csv', 'action', "'history.seen'"),
    ...taken('written down'),
  },
  {
    id: 'T12.8',
    control: 'a list has the rows of one account',
    mutation: editText('history.sql/chosen', 'account_id = ${accountId}', '(account_id = ${accountId} or true)'),
    ...listed('opens at any page'),
  },
  {
    id: 'T12.9',
    control: 'an admin who takes a member’s history has confirmed it lately',
    mutation: removeDecorator('HistoryMemberController.csv', 'StepUp'),
    project: 'integration',
    tests: 'exchange/member-rooms',
    name: 'confirmed it lately',
  },
  {
    id: 'T12.10',
    control: 'an admin who takes the audit log has confirmed it lately',
    mutation: removeDecorator('AuditAdminController.csv', 'StepUp'),
    project: 'integration',
    tests: 'audit/audit-about',
    name: 'confirmed it lately',
  },
  {
    id: 'T12.11',
    control: 'a file of the audit log is written down',
    mutation: setProperty('AuditExportService.csv', 'action', "'audit.seen'"),
    project: 'integration',
    tests: 'audit/audit-about',
    name: 'written down',
  },
];
