import { z } from 'zod';
import { letter } from './letter.types.js';

const nothing = z.object({});
/** The right to complain stands in every answer about erasure (GDPR, article 12(4)). */
const complaint = 'You may complain to the data protection authority of the country where you live or work, and you may go to court.';

export const privacyLetters = {
  'export-ready': letter({
    data: z.object({ until: z.string().min(1).max(60) }),
    subject: 'Your data is ready',
    preview: 'You can fetch it until tomorrow.',
    heading: 'Your data is ready',
    paragraphs: [
      'The copy of your data that you asked for is ready. You can fetch it until {{until}}; after that we delete it, and ' +
        'you can ask for another.',
    ],
    action: { label: 'Fetch your data', path: '/#/my-data' },
    notes: [
      'You have to sign in, and to confirm that it is you: the file holds your documents.',
      'If you did not ask for it, change your password now and write to us.',
    ],
  }),
  'export-failed': letter({
    data: nothing,
    subject: 'Your data could not be put together',
    preview: 'Please ask once more.',
    heading: 'Your data could not be put together',
    paragraphs: [
      'Something went wrong on our side while we made the copy of your data that you asked for. Nothing of yours is ' +
        'lost. Please ask once more.',
    ],
    action: { label: 'Open your data', path: '/#/my-data' },
  }),
  'erasure-received': letter({
    data: z.object({ due: z.string().min(1).max(60) }),
    subject: 'We received your request to be erased',
    preview: 'What was erased at once, what is kept, and why.',
    heading: 'We received your request to be erased',
    paragraphs: [
      'We erased your exchange key, your exchange sign-in, your picture, your phone number and the link between you and ' +
        'whoever invited you. We read your exchange account no further and send you no news.',
      'The rest is locked: it is kept and used for nothing else. Your documents, your payment and the decisions about them ' +
        'have to be kept for five years after your membership ends, because the law against money laundering asks for it. ' +
        'Your trading history is kept for 30 days after the end, or for five years where you were a client of the fund. The ' +
        'record of who did what on your account is kept for six years.',
      'We answer your request by {{due}}. Until then you can take it back.',
      complaint,
    ],
    action: { label: 'Open your data', path: '/#/my-data' },
    notes: [
      'Please delete the key at your exchange as well.',
      'If it was not you, sign in, take the request back, and change your password.',
    ],
  }),
  'erasure-withdrawn': letter({
    data: nothing,
    subject: 'You took your request to be erased back',
    preview: 'Your account goes on.',
    heading: 'Your account goes on',
    paragraphs: [
      'You took your request to be erased back. Your account is open again. What was erased at once stays erased: bring an ' +
        'exchange key again if you want your account to be read.',
    ],
    action: { label: 'Open your profile', path: '/#/profile' },
    notes: ['If it was not you, change your password now and write to us.'],
  }),
  'erasure-refused': letter({
    data: z.object({ reason: z.string().min(1).max(1000) }),
    subject: 'About your request to be erased',
    preview: 'We could not do what you asked.',
    heading: 'We could not erase your account',
    paragraphs: [
      'We looked at your request and could not do what you asked. Your account is open again, and you can ask once more at ' +
        'any time. This is the reason:',
    ],
    quote: '{{reason}}',
    action: { label: 'Open your data', path: '/#/my-data' },
    notes: [complaint],
  }),
  'erasure-completed': letter({
    data: z.object({ historyUntil: z.string().min(1).max(60), identityUntil: z.string().min(1).max(60) }),
    subject: 'Your account is closed',
    preview: 'What is kept, why, and until when.',
    heading: 'Your account is closed, as you asked',
    paragraphs: [
      'You can no longer sign in. Your trading history is erased on {{historyUntil}}.',
      'Your name, your documents, your payment and the decisions about them are erased on {{identityUntil}}. ' +
        'Where that is years away, the law against money laundering asks us to keep them until then. They are ' +
        'locked and used for nothing else.',
      complaint,
    ],
    notes: ['This is the last letter about your account.'],
  }),
} as const;
