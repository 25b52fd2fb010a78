import { z } from 'zod';
import { fieldProblem } from '../personal-fields/index.js';

const SUBJECT_LENGTH = 200;
const MESSAGE_LENGTH = 10_000;

/** Would begin another header line, or end this one. */
const breaksLine = /[\p{Cc}\u2028\u2029]/u;
/** Overrides and isolates turn what is read around: a subject could show another address or amount than it holds. */
const turnsAround = /[\u202A-\u202E\u2066-\u2069]/u;
/** A message has lines and tabs, and no other control characters. */
const controls = /[^\P{Cc}\n\t]/u;

const length = (text: string) => [...text].length;

/** Refuses unknown and malformed personal fields, naming them and where they are. */
const fieldsCanBeFilled = (text: string, context: z.RefinementCtx) => {
  const problem = fieldProblem(text);
  if (problem) context.addIssue({ code: 'custom', message: problem });
};

/** What a broadcast says. Lengths count characters; the message's line ends become line feeds. */
export const broadcastText = {
  subject: z
    .string('Enter a subject')
    .trim()
    .min(1, 'Enter a subject')
    .refine((subject) => length(subject) <= SUBJECT_LENGTH, `A subject can have up to ${SUBJECT_LENGTH} characters`)
    .refine((subject) => !breaksLine.test(subject), 'A subject is one line without control characters')
    .refine((subject) => !turnsAround.test(subject), 'A subject may not turn the direction of writing around')
    .superRefine(fieldsCanBeFilled),
  message: z
    .string('Enter a message')
    .transform((message) => message.replace(/\r\n?/g, '\n'))
    .refine((message) => message.trim() !== '', 'Enter a message')
    .refine((message) => length(message) <= MESSAGE_LENGTH, `A message can have up to ${MESSAGE_LENGTH.toLocaleString('en')} characters`)
    .refine((message) => !controls.test(message), 'A message is plain text without control characters')
    .superRefine(fieldsCanBeFilled),
};
