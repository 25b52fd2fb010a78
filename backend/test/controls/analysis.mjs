import { removeDecorator, removeIf, removeStatement, replace } from '../../../scripts/lib/mutation/operations.mjs';

const analysis = (name) => ({ project: 'integration', tests: 'integration/analysis/', ...(name && { name }) });

export const analysisControls = [
  {
    id: 'T27.130',
    control: 'the text of an analysis for members is read by members who paid and the team',
    mutation: replace('post-readers.policy/mayReadPost', 'maySeeResources(_)', 'true'),
    ...analysis('for members has its text for those who paid'),
  },
  {
    id: 'T27.131',
    control: 'readers find published analyses and no others',
    mutation: replace('AnalysisFeedRepository.published', "$query.where('p.state', '=', 'published')", '$query'),
    ...analysis('is read by nobody until it is published'),
  },
  {
    id: 'T27.132',
    control: 'the Atom feed has public texts alone',
    mutation: replace('AnalysisFeedRepository.findNewestPublic', "$query.where('p.audience', '=', 'public')", '$query'),
    ...analysis('has public texts alone'),
  },
  {
    id: 'T27.133',
    control: 'a text of an analysis has no links that run and no pictures',
    mutation: removeIf('treeProblem', "(token.type === 'link' || token.type === 'def') && !isSafeLink(_)"),
    project: 'unit',
    tests: 'analysis/markdown-check',
  },
  {
    id: 'T27.134',
    control: 'two editors of an analysis do not undo each other',
    mutation: removeIf('AnalysisService.save', 'post.revision !== revision'),
    ...analysis('keeps the text before each change'),
  },
  {
    id: 'T27.135',
    control: 'publishing an analysis takes a recent confirmation',
    mutation: removeDecorator('AnalysisAdminController.publish', 'StepUp'),
    ...analysis('after a recent confirmation'),
  },
  {
    id: 'D9.62',
    control: 'the text before a change of a published analysis is kept',
    mutation: removeStatement('AnalysisService.save', 'this.revisions.keep(_, _, _)'),
    ...analysis('keeps the text before each change'),
  },
  {
    id: 'D9.63',
    control: 'a scheduled analysis is published once by two workers',
    mutation: replace('AnalysisPostRepository.lockDue', "$query.where('state', '=', 'scheduled')", '$query'),
    ...analysis('is published once when its time has come'),
  },
  {
    id: 'D9.64',
    control: 'the copy bot gets signals and no analyses',
    mutation: replace('announcedKinds', "'analysis-readers'", "'signal-readers'"),
    ...analysis('and no channel of the club'),
  },
];
