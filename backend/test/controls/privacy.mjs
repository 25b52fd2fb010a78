import { editText, removeDecorator, removeIf, replace, setValue } from '../../../scripts/lib/mutation/operations.mjs';

const exports = { project: 'integration', tests: 'privacy/export' };
const erasure = { project: 'integration', tests: 'privacy/erasure' };
const resources = { project: 'integration', tests: 'integration/resources' };
const lessons = { project: 'integration', tests: 'integration/resources/lessons' };

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
    id: 'T6.30',
    control: 'progress in lessons is read by its own member only',
    mutation: replace('LessonProgressRepository.findAll', "$query.where('user_id', '=', userId)", '$query'),
    ...lessons,
  },
  {
    id: 'T6.31',
    control: 'the lessons’ own routes are for subscribers',
    mutation: removeDecorator('LessonsController', 'UseGuards'),
    ...lessons,
  },
  {
    id: 'T6.32',
    control: 'a quiz keeps its right answers until it is answered',
    mutation: replace('presentLessonWithQuiz', '{ id, question: texts.question, choices: _ }', '{ id, ...texts, choices: [] }'),
    ...lessons,
  },
  {
    id: 'T24.23',
    control: 'a request to be erased takes the exchange key away',
    mutation: setValue('ImmediateErasureService.erase.accountId', 'null'),
    ...erasure,
  },
  {
    id: 'T18.38',
    control: 'an erasure deletes the notes of the team',
    mutation: replace('personTables', "'member_notes'", "'sessions'"),
    ...erasure,
  },
];
