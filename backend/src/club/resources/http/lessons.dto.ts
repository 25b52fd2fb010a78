import { z } from 'zod';

const ANSWERS = 'Send the chosen answer of each question';
/** More than any quiz has. */
const MAX_ANSWERS = 20;

/** `{ "answers": { "q1": "a", … } }` */
export const quizBody = z.strictObject({
  answers: z
    .record(z.string().max(40, ANSWERS), z.string('Choose one of the answers').max(10, 'Choose one of the answers'), ANSWERS)
    .refine((answers) => Object.keys(answers).length <= MAX_ANSWERS, ANSWERS),
});
export type QuizBody = z.output<typeof quizBody>;

/** Unknown ids are a 404, whatever they look like. */
export const lessonId = z.string().max(200);
