import type { Standing } from '../../platform/http/index.js';
import { maySeeResources } from '../resources/index.js';
import type { CalendarAudience } from './calendar.types.js';

/** Who reads the description and takes part: members who paid. The team reads it too. */
export const mayTakePart = (reader: Standing | null): boolean => reader !== null && maySeeResources(reader);

/** Who sees that there is such an event. `reader` null: a visitor. */
export const maySeeEvent = ({ audience }: { audience: CalendarAudience }, reader: Standing | null): boolean =>
  audience === 'public' || mayTakePart(reader);
