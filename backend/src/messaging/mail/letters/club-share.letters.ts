import { z } from 'zod';
import { translated } from './mail-texts.settings.js';

const PATH = '/#/club-share';

/** `symbol`: BTC/USDT. `reason`: of the decision, as the admin wrote it. */
const decision = z.object({ symbol: z.string().min(1).max(45), reason: z.string().min(1).max(500) });
const values = ({ symbol }: z.output<typeof decision>) => ({ symbol });
const quote = ({ reason }: z.output<typeof decision>) => reason;

/** To members who disputed a line of the club's share. */
export const clubShareLetters = {
  'share-line-charged': translated('mail.share-line-charged', decision, PATH, { values, quote }),
  'share-line-dropped': translated('mail.share-line-dropped', decision, PATH, { values, quote }),
} as const;
