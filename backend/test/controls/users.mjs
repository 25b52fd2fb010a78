import { removeDecorator, removeIf, removeStatement, replace, setProperty } from '../../../scripts/lib/mutation/operations.mjs';

const users = (file, name) => ({ project: 'integration', tests: `users/${file}`, ...(name && { name }) });
const inbox = { project: 'integration', tests: 'inbox/' };
const team = { project: 'integration', tests: 'team/' };

export const userControls = [
  {
    id: 'T17.11',
    control: 'deactivation ends the sessions',
    mutation: removeIf('AccountStatusService.move', 'this.sessions.endAll(_, _)'),
    ...users('account-status'),
  },
  {
    id: 'T17.12',
    control: 'deletion ends the sessions',
    mutation: removeStatement('AccountStatusService.deleteIn', 'this.sessions.endAll(_, _)'),
    ...users('account-status'),
  },
  {
    id: 'T17.13',
    control: 'deletion throws the exchange key away',
    mutation: removeStatement('AccountStatusService.deleteIn', 'this.exchange.removeKey(_, _)'),
    ...users('account-status'),
  },
  {
    id: 'T18.2',
    control: 'nobody locks themselves out',
    mutation: removeIf('blockedReason', 'new OwnAccount()'),
    ...users('(last-admin|account-status)'),
  },
  {
    id: 'T18.3',
    control: 'two admins who delete each other leave one',
    mutation: removeIf('AccountStatusService.lock', '!admin'),
    ...users('last-admin'),
  },
  {
    id: 'T18.4',
    control: 'their rows are locked',
    mutation: replace('AccountStatusRepository.lock', '$query.forNoKeyUpdate()', '$query'),
    ...users('last-admin'),
  },
  {
    id: 'T18.20',
    control: 'of two admins who demote each other one keeps the role',
    mutation: replace('TeamRepository.lock', '$query.forNoKeyUpdate()', '$query'),
    ...team,
  },
  {
    id: 'T18.21',
    control: 'who blocks members does not block the team',
    mutation: removeIf('blockedReason', 'new TeamAccount()'),
    ...team,
  },
  {
    id: 'T18.22',
    control: 'an invitation of a person who no longer manages the team is void',
    mutation: replace(
      'inviterManages',
      "rolesWith('team.manage')",
      "['owner', 'admin', 'reviewer', 'signal author', 'support', 'auditor']",
    ),
    ...team,
  },
  {
    id: 'T18.34',
    control: 'the search of the console finds what the role may read, and nothing else',
    mutation: replace('ConsoleSearchService.search', 'permits(_, _)', 'true'),
    ...users('console-search'),
  },
  {
    id: 'T18.35',
    control: 'a note is deleted by its author and by those who manage the team',
    mutation: removeIf('MemberNotesService.delete', '!mayDeleteNote(_, _)'),
    ...users('member-notes'),
  },
  {
    id: 'T18.36',
    control: 'the deletion of a note is recorded',
    mutation: removeStatement('MemberNotesService.delete', 'this.record(_, _, _, _, _)'),
    ...users('member-notes'),
  },
  {
    id: 'T18.37',
    control: 'nobody writes notes about who was erased',
    mutation: replace('MemberNoteRepository.lockUser', 'row.isErased !== true', 'true'),
    ...users('member-notes'),
  },
  {
    id: 'T18.39',
    control: 'a timeline has the events that the role may read, and no others',
    mutation: replace('timelineActionsFor', 'permits(_, _)', 'true'),
    ...users('timeline'),
  },
  {
    id: 'T18.40',
    control: 'the inbox holds what the role may decide, and nothing else',
    mutation: replace('inbox.rules/kindsOf', 'permits(_, _)', 'true'),
    ...inbox,
  },
  {
    id: 'T18.41',
    control: 'an item is assigned to nobody who may not decide it',
    mutation: removeIf('InboxService.change', '!(await this.inbox.isPerson(_, _, _))'),
    ...inbox,
  },
  {
    id: 'T18.42',
    control: 'an assignment is recorded',
    mutation: removeStatement('InboxService.assign', 'this.audit.record(_, _)'),
    ...inbox,
  },
  {
    id: 'T18.43',
    control: 'nobody replaces an assignment that they have not seen',
    mutation: removeIf('InboxService.assign', 'before !== from'),
    ...inbox,
  },
  {
    id: 'T22.47',
    control: 'deletion asks for a recent sign-in',
    mutation: removeDecorator('UserListsV1Controller.delete', 'StepUp'),
    ...users('user-'),
  },
  {
    id: 'T22.48',
    control: 'a file of users asks for a recent sign-in',
    mutation: removeDecorator('UserDetailAdminController.csv', 'StepUp'),
    ...users('user-file'),
  },
  {
    id: 'T12.1',
    control: 'a file of users that was taken is written down',
    mutation: setProperty('UserExportService.csv', 'action', "'user.seen'"),
    ...users('user-file'),
  },
  {
    id: 'T12.2',
    control: 'an admin takes so many files of users an hour',
    mutation: removeStatement('UserExportService.csv', "this.limits.consume('userFileAdmin', _)"),
    ...users('user-file'),
  },
  {
    id: 'T22.49',
    control: 'changing many users asks for a recent sign-in',
    mutation: removeDecorator('UsersAdminController.setMany', 'StepUp'),
    ...users('user-bulk'),
  },
  {
    id: 'T17.14',
    control: 'a session that an admin ends is over for its token',
    mutation: replace('UserSessionService.end', "!(await this.sessions.end(_, _, 'ended-by-admin'))", 'false'),
    ...users('user-detail'),
  },
  {
    id: 'T22.50',
    control: 'ending a session asks for a recent sign-in',
    mutation: removeDecorator('UserDetailAdminController.end', 'StepUp'),
    ...users('user-detail'),
  },
  {
    id: 'T6.5',
    control: 'a referral list is for admins and the owner of its code',
    mutation: removeIf('ReferralsService.ofCode', 'new NotYourCode()'),
    project: 'integration',
    tests: 'referrals/',
  },
  {
    id: 'T19.5',
    control: 'an update of a user sets the status and nothing else',
    mutation: replace('statusBody', 'z.strictObject', 'z.object'),
    project: 'contract',
    tests: 'routes',
    name: 'admin/users',
  },
];
