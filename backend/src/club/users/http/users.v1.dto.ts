import { z } from 'zod';
import { languages } from '../../../platform/domain/index.js';
import { colors } from '../user.entity.js';

/** POST /me/color. Without a colour it toggles, as the specification's GET /changecolor does. */
export const colorBody = z.strictObject({ color: z.enum(colors, 'Choose white or black').optional() }).optional();

/** POST /me/language */
export const languageBody = z.strictObject({ language: z.enum(languages, `Choose one of: ${languages.join(', ')}`) });
