import { editText, removeIf, replace, setValue } from '../../../scripts/lib/mutation/operations.mjs';

const exports = { project: 'integration', tests: 'privacy/export' };
const erasure = { project: 'integration', tests: 'privacy/erasure' };
const resources = { project: 'integration', tests: 'integration/resources' };

export const privacyControls = [
  {
    id: 'T17.17',
    control: 'the link to an export dies with its session',
    mutation: removeIf('ExportDownloadsService.open', 'this.sessions.isAlive(_)'),
    ...exports,
  },
  {
    id: 'T3.12',
    control: 'an export holds no secret',
    mutation: editText('memberSets', 'select id, venue as exchange', 'select id, fingerprint, venue as exchange'),
    ...exports,
  },
  {
    id: 'T6.20',
    control: 'lessons are for subscribers',
    mutation: replace('maySeeResources', "_ === 'admin'", "role !== 'admin'"),
    ...resources,
  },
  {
    id: 'T24.23',
    control: 'a request to be erased takes the exchange key away',
    mutation: setValue('ImmediateErasureService.erase.accountId', 'null'),
    ...erasure,
  },
];
