import { z } from 'zod';
import { letter } from './letter.js';

const nothing = z.object({});

/** Every letter the product sends, by name. */
export const letters = {
  // No name in here: anybody can type any name beside a stranger's address (security T9).
  'confirm-email': letter({
    data: z.object({ token: z.string().regex(/^[\w-]{43}$/) }),
    subject: 'Confirm your e-mail address',
    preview: 'One step is left before you can sign in.',
    heading: 'Confirm your e-mail address',
    paragraphs: ['Somebody, most likely you, registered with Tidemark using this address. Open the link to confirm it; after that you can sign in.'],
    action: { label: 'Confirm this address', path: '/#/emailconfirm/{{token}}' },
    notes: ['The link is good for 24 hours and works once.', 'If it was not you, do nothing: without this confirmation nobody can use the account.'],
  }),
  'address-already-registered': letter({
    data: nothing,
    subject: 'You are registered already',
    preview: 'Somebody tried to register with your address.',
    heading: 'You are registered already',
    paragraphs: [
      'Somebody, most likely you, tried to register with Tidemark using this address. There is an account for it already, so nothing was changed and no second account was made.',
      'You can simply sign in. If you do not remember your password, choose “forget password” there.',
    ],
    action: { label: 'Sign in', path: '/#/login' },
    notes: ['If it was not you, there is nothing to do. Whoever tried was not told that this address is registered.'],
  }),
  'kyc-received': letter({
    data: nothing,
    subject: 'We received your documents',
    preview: 'Your verification is waiting for review.',
    heading: 'We received your documents',
    paragraphs: ['Thank you. A person will look at your identity card and your proof of address. You get another mail as soon as that is done; until then your status reads “pending”.'],
    action: { label: 'Open your profile', path: '/#/profile' },
    notes: ['We never ask for documents, passwords or keys by mail.'],
  }),
  'kyc-approved': letter({
    data: nothing,
    subject: 'Your verification is approved',
    preview: 'Your account is verified.',
    heading: 'Your verification is approved',
    paragraphs: ['Your account is verified. If you gave us a read-only key, we are reading your wallet and your trades now; the first figures appear within a minute or so.'],
    action: { label: 'Open your dashboard', path: '/#/login' },
  }),
  'kyc-rejected': letter({
    data: z.object({ reason: z.string().min(1).max(1000) }),
    subject: 'Your verification needs another look',
    preview: 'We could not approve your documents as they are.',
    heading: 'We could not approve your documents',
    paragraphs: ['We looked at what you sent and could not approve it. This is the reason we noted:'],
    quote: '{{reason}}',
    action: { label: 'Send it again', path: '/#/kycverification' },
    notes: ['You can send the form again at any time. Your account stays open meanwhile.'],
  }),
  'key-problem': letter({
    data: z.object({ problem: z.string().min(1).max(1000) }),
    subject: 'Your exchange key needs your attention',
    preview: 'We stopped using your exchange key.',
    heading: 'Your exchange key needs your attention',
    paragraphs: ['We checked the key you gave us and stopped using it. This is what we found:'],
    quote: '{{problem}}',
    action: { label: 'Open your profile', path: '/#/profile' },
    notes: ['Please delete that key at your exchange and make a new one that can only read. We never need the right to trade, to move or to withdraw.'],
  }),
} as const;

export type LetterName = keyof typeof letters;
export type LetterData<N extends LetterName> = z.output<(typeof letters)[N]['data']>;

export function isLetterName(name: string): name is LetterName {
  return Object.hasOwn(letters, name);
}
