import { removeDecorator, removeIf, removeStatement, replace } from '../../../scripts/lib/mutation/operations.mjs';

const pictures = (name) => ({ project: 'integration', tests: 'analysis/pictures', name });
const charts = (name) => ({ project: 'integration', tests: 'analysis/charts', name });
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
    id: 'T27.150',
    control: 'a picture is seen while an analysis with it is published, and not before or after',
    mutation: replace('AnalysisPictureRepository.findPublished', "$query.where('a.state', '=', 'published')", '$query'),
    ...pictures('of a public analysis is seen by everybody'),
  },
  {
    id: 'T27.151',
    control: 'a picture of an analysis for members is not seen by visitors',
    mutation: removeIf('AnalysisPictureViewer.openPublic', '!picture || !mayReadPost(_, null)'),
    ...pictures('of an analysis for members is seen by those who paid'),
  },
  {
    id: 'T27.152',
    control: 'a link to a picture opens what its holder may read now',
    mutation: replace('AnalysisPictureViewer.openSigned', 'picture && mayReadPost(_, standing)', 'picture'),
    ...pictures('of an analysis for members is seen by those who paid'),
  },
  {
    id: 'T27.153',
    control: 'a link to a picture ends with the session that it was made for',
    mutation: removeIf('AnalysisPictureViewer.openSigned', '!standing'),
    ...pictures('of a draft is seen in the console alone'),
  },
  {
    id: 'T27.154',
    control: 'a text has no pictures of other authors and other analyses',
    mutation: removeIf('AnalysisPictures.attach', 'missing !== undefined'),
    ...pictures('has pictures of its author or its own analysis alone'),
  },
  {
    id: 'T27.155',
    control: 'candles of a chart are for those who may read the text around it',
    mutation: removeIf('AnalysisReader.read', '!mayReadPost(_, _)'),
    ...charts('for members is for those who paid'),
  },
  {
    id: 'T27.156',
    control: 'a text has no pictures from elsewhere',
    mutation: removeIf('pictureProblem', '!PICTURE.test(href)'),
    project: 'unit',
    tests: 'analysis/markdown-check',
  },
  {
    id: 'D9.62',
    control: 'the text before a change of a published analysis is kept',
    mutation: removeStatement('AnalysisTexts.replace', 'this.revisions.keep(_, _, _)'),
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
  {
    id: 'T27.115',
    control: 'a document has what a visitor may read, whoever asks',
    mutation: replace(
      'AnalysisDocuments.post',
      'this.reader.read(slug, null)',
      "this.reader.read(slug, { role: 'admin', teamRole: 'owner', paid: true })",
    ),
    project: 'integration',
    tests: 'analysis/analysis-documents',
    name: 'has a text for visitors where everybody may read it, also for a member with a session',
  },
  {
    id: 'T27.160',
    control: 'title and summary of an analysis cannot leave the head of its document',
    mutation: replace('document.messages/headOf', 'escapeMarkup(content)', 'content'),
    project: 'integration',
    tests: 'analysis/analysis-documents',
    name: 'has its title, address and times in its head, and texts that cannot leave it',
  },
];
