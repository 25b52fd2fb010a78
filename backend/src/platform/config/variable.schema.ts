import { z } from 'zod';

/** Treats empty strings as unset: compose files and shells export unset variables like that. */
export const text = () => z.string().trim().min(1);
export const integer = (min: number, max: number) =>
  z
    .string()
    .regex(/^\d+$/, 'must be a whole number')
    .transform(Number)
    .pipe(z.number().min(min, `must be at least ${min}`).max(max, `must be at most ${max}`));
/** Up to ten numbers of days, such as `3,10,20`. */
export const increasingDays = (max: number) =>
  z
    .string()
    .regex(/^\d{1,4}(\s*,\s*\d{1,4}){0,9}$/, 'must be numbers of days, divided by commas')
    .transform((value) => value.split(',').map(Number))
    .refine((days) => days.every((day, at) => day > (days[at - 1] ?? 0) && day <= max), `must increase, from 1 to ${max} at most`);
export const url = (protocols: string[]) =>
  text().refine(
    (value) => URL.canParse(value) && protocols.includes(new URL(value).protocol.slice(0, -1)),
    `must be a ${protocols.map((p) => `${p}://`).join(' or ')} address`,
  );
/** An object of which another module checks the content. */
export const jsonObject = () =>
  text().transform((value, context): Record<string, unknown> => {
    try {
      const parsed: unknown = JSON.parse(value);
      if (typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed)) return parsed as Record<string, unknown>;
    } catch {
      // The message below says it.
    }
    context.addIssue('must be a JSON object');
    return z.NEVER;
  });
export const flag = () => z.enum(['true', 'false'], 'must be true or false').transform((value) => value === 'true');

/** `production`: has no default there; the process refuses to start and names it. */
export interface Variable<T extends z.ZodType = z.ZodType> {
  schema: T;
  /** One line of `.env.example`. */
  doc: string;
  production?: 'required';
}

export const variable = <T extends z.ZodType>(schema: T, doc: string, production?: 'required'): Variable<T> => ({
  schema,
  doc,
  ...(production && { production }),
});
