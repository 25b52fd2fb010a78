import { z } from 'zod';

/** What a field of a case contradicts, beyond its own shape. */
export interface FieldProblem {
  path: (string | number)[];
  message: string;
}

/** Returns a problem for each value of a list that was given before. */
export function repeatedValues(values: readonly (string | number)[], pathOf: (n: number) => FieldProblem['path']): FieldProblem[] {
  const first = new Map<string | number, number>();
  return values.flatMap((value, n) => {
    const earlier = first.get(value);
    if (earlier === undefined) first.set(value, n);
    return earlier === undefined ? [] : [{ path: pathOf(n), message: `This is the same as number ${earlier + 1} of the list` }];
  });
}

/** Builds the schema of a case: its shape, then what its fields contradict, then the conversion of a case without problems. */
export const caseSchema = <Shape extends z.ZodType, Case>(
  shape: Shape,
  problemsOf: (file: z.output<Shape>) => FieldProblem[],
  convert: (file: z.output<Shape>) => Case,
): z.ZodType<Case> =>
  shape.transform((file, context): Case => {
    const problems = problemsOf(file);
    for (const { path, message } of problems) context.addIssue({ code: 'custom', path, message });
    return problems.length > 0 ? z.NEVER : convert(file);
  });
