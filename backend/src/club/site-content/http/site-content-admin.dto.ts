import { z } from 'zod';
import { nameParam } from '../../../platform/http/index.js';
import { faqsContent } from '../site-content.rules.js';
import { siteSections } from '../site-content.types.js';

const REVISION = 'revision must be the number of the draft that was opened';
const VERSION = 'version must be the number of the published version that was shown';
const FROM = 'from must be the number of an earlier version';
const whole = (message: string) => z.number(message).int(message).min(0, message).max(2_147_483_647, message);

export const sectionParam = nameParam(siteSections, 'site section');

/** PUT /admin/site-sections/{section}/draft */
export const saveDraftBody = z.strictObject({ revision: whole(REVISION), content: faqsContent });
export type SaveDraftBody = z.output<typeof saveDraftBody>;

/** POST /admin/site-sections/{section}/discard */
export const discardDraftBody = z.strictObject({ revision: whole(REVISION) });
export type DiscardDraftBody = z.output<typeof discardDraftBody>;

/** POST /admin/site-sections/{section}/publish */
export const publishSectionBody = z.strictObject({ revision: whole(REVISION), version: whole(VERSION) });
export type PublishSectionBody = z.output<typeof publishSectionBody>;

/** POST /admin/site-sections/{section}/restore */
export const restoreSectionBody = z.strictObject({ from: whole(FROM), version: whole(VERSION) });
export type RestoreSectionBody = z.output<typeof restoreSectionBody>;

export const sectionListRules = { sortable: ['section'] as const, filters: {} };
export const versionListRules = { sortable: ['version'] as const, filters: {} };
