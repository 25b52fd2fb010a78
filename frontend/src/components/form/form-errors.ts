import type { FieldValues, Path, UseFormSetError } from 'react-hook-form';
import { ApiError, messageOf } from '../../lib/api';

/**
 * Shows a refused call beside the fields it names. `fieldOf` translates the wire's field names into the form's.
 * Answers what could not be placed beside a field, for a notice above the form. Focus goes to the first of the fields,
 * unless the form has a summary of its errors that takes it (`focusField: false`).
 */
export function placeErrors<V extends FieldValues>(
  error: unknown,
  fieldOf: Readonly<Record<string, Path<V>>>,
  setError: UseFormSetError<V>,
  { focusField = true } = {},
): string[] {
  if (!(error instanceof ApiError) || error.fields.length === 0) return [messageOf(error)];
  const unplaced: string[] = [];
  let isFirst = true;
  for (const { field, message } of error.fields) {
    const name = Object.hasOwn(fieldOf, field) ? fieldOf[field] : undefined;
    if (name === undefined) {
      unplaced.push(message);
      continue;
    }
    setError(name, { type: 'server', message }, { shouldFocus: isFirst && focusField });
    isFirst = false;
  }
  return unplaced;
}
