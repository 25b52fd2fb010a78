import type { FaqsContentWire, SitePublicationWire, SiteSectionWire } from '../../src/lib/wire/types';

const text = (en: string, es: string | null = null) => ({ en, es, ar: null });

export const initialFaqs: FaqsContentWire = {
  title: text('Questions', 'Preguntas'),
  lead: text('Write to us.'),
  items: [
    {
      question: text('What does it cost?', '¿Cuánto cuesta?'),
      answer: { en: ['{{fee}}, once:', { list: ['no more', 'no less'] }], es: ['{{fee}}.'], ar: null },
      action: { label: text('Join'), link: '#/register' },
    },
    { question: text('Who decides?'), answer: { en: ['People.'], es: null, ar: null }, action: null },
  ],
};

export const draftFaqs: FaqsContentWire = {
  ...initialFaqs,
  items: [initialFaqs.items[0]!, { ...initialFaqs.items[1]!, answer: { en: ['People decide.'], es: null, ar: null } }],
};

export const faqsSection: SiteSectionWire = {
  id: 'faqs',
  draft: draftFaqs,
  revision: 4,
  draftedBy: 'Amara Okafor',
  draftedAt: '2026-11-20T14:05:00.000Z',
  version: 2,
  publishedBy: 'Amara Okafor',
  publishedAt: '2026-11-19T14:05:00.000Z',
  content: initialFaqs,
  initial: initialFaqs,
  figures: { fee: '$50' },
};

export const publications: SitePublicationWire[] = [
  { id: 'p-2', version: 2, content: null, restoredFrom: 0, publishedBy: 'Amara Okafor', publishedAt: '2026-11-19T14:05:00.000Z' },
  { id: 'p-1', version: 1, content: draftFaqs, restoredFrom: null, publishedBy: null, publishedAt: '2026-11-18T14:05:00.000Z' },
];
