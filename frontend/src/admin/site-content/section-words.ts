import type { SiteSectionWire } from '../../lib/wire/types';
import type { StateWords } from '../state-badge';

/** Whether something waits to be published, and what visitors read until then. */
export function stateOf({ draft, version }: Pick<SiteSectionWire, 'draft' | 'version'>): StateWords {
  if (draft !== null) return { tone: 'warn', words: 'Draft', meaning: 'A draft waits to be published' };
  return version === 0 ? { tone: 'neutral', words: 'Initial content' } : { tone: 'up', words: 'Published' };
}

export const versionName = (version: number): string => (version === 0 ? 'Initial content' : `Version ${version}`);
