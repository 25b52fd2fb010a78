import type { Standing } from '../../platform/http/index.js';
import { maySeeResources } from '../resources/index.js';
import type { PostAudience } from './analysis.types.js';

/** Who may read the text of a post. `reader` null: a visitor. */
export const mayReadPost = ({ audience }: { audience: PostAudience }, reader: Standing | null): boolean =>
  audience === 'public' || (reader !== null && maySeeResources(reader));
