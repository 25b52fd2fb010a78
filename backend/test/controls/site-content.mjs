import { removeDecorator, removeIf, removeStatement, replace } from '../../../scripts/lib/mutation/operations.mjs';

const site = (name) => ({ project: 'integration', tests: 'integration/site-content/', name });

export const siteContentControls = [
  {
    id: 'D9.65',
    control: 'two editors of the site’s content do not undo each other',
    mutation: removeIf('SiteContentService.lock', 'seen.revision !== undefined && seen.revision !== locked.revision'),
    ...site('are not published over what another admin saved or published'),
  },
  {
    id: 'D9.66',
    control: 'a publication is compared with what visitors read',
    mutation: removeIf('SiteContentService.lock', 'seen.version !== undefined && seen.version !== locked.version'),
    ...site('are not published over what another admin saved or published'),
  },
  {
    id: 'D9.67',
    control: 'the site’s texts quote figures that exist',
    mutation: removeStatement('SiteContentService.saveDraft', 'checkFigures(_, _)'),
    ...site('are not saved with a figure that there is none of'),
  },
  {
    id: 'T6.35',
    control: 'publishing the site’s content takes a recent confirmation',
    mutation: removeDecorator('SiteContentAdminController.publish', 'StepUp'),
    ...site('are published after a recent confirmation by those who may'),
  },
  {
    id: 'T6.36',
    control: 'published texts are escaped in the page',
    mutation: replace('pageTemplate', 'escapeMarkup(JSON.stringify(_))', 'JSON.stringify(published.content)'),
    project: 'unit',
    tests: 'platform/web/page',
    name: 'escapes what is published',
  },
];
