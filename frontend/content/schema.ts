import { z } from 'zod';

/**
 * The shape of site.yaml, the one file with everything the public site says, and of a translation over it. It is read when the web app is
 * built; whatever does not fit stops the build with the place and the reason.
 */
const text = z.string().trim().min(1);
/** An in-page anchor (`#faqs`), a screen of ours (`#/register`), a page with an address of its own (`/analysis`), a web or mail address. */
const link = text.regex(
  /^(#[a-z-]+|\/[a-z-]+|#\/[\w/-]*|https:\/\/\S+|mailto:\S+@\S+)$/,
  'is an anchor (#faqs), a page (/analysis), a screen (#/register), https://… or mailto:…',
);
/** A file beside site.yaml, in pictures/. */
const picture = text.regex(/^[\w-]+\.(svg|png|jpg|webp|avif)$/, 'is the name of a file in pictures/');
const action = z.strictObject({ label: text, link });

/** A paragraph, or a list of short points. */
const block = z.union([text, z.strictObject({ list: z.array(text).min(1) })]);
const section = z.strictObject({ id: text.regex(/^[a-z][a-z0-9-]*$/), title: text, blocks: z.array(block).min(1) });

const site = z.strictObject({
  name: text,
  /** What search engines and link previews show. */
  meta: z.strictObject({ title: text.max(60), description: text.min(50).max(160), imageAlt: text }),
  contact: z.strictObject({ title: text.default('Contact'), email: z.email(), address: z.array(text) }),
  social: z
    .array(
      z.strictObject({ network: z.enum(['x', 'telegram', 'youtube', 'linkedin', 'instagram', 'discord', 'facebook']), label: text, link }),
    )
    .max(7),
  footer: z.strictObject({
    line: text,
    /** Lists of ways on, each under a title of its own. */
    columns: z
      .array(z.strictObject({ title: text, links: z.array(action).min(1) }))
      .max(3)
      .default([]),
    risk: text,
    legal: text,
  }),
});

const landing = z.strictObject({
  menu: z.array(action).min(1),
  home: z.strictObject({
    title: text,
    lead: text,
    actions: z.array(action).min(1).max(2),
    risk: text,
    pictureAlt: text,
    pictureCaption: text,
  }),
  /** The newest signals, sealed until they end. `empty`: before the first is published. */
  signals: z.strictObject({ title: text, lead: text, empty: text, action }),
  performance: z.strictObject({
    title: text,
    lead: text,
    /** Stands beside the figures in their own size. */
    status: text,
    claims: z.array(z.strictObject({ period: text, result: text.nullable(), note: text.nullable() })).min(1),
    notes: z.array(text),
    /** Leads to figures that anybody can check. */
    action,
  }),
  why: z.strictObject({
    title: text,
    lead: text,
    reasons: z.array(z.strictObject({ icon: z.enum(['key', 'eye', 'scale', 'people', 'book', 'shield']), title: text, text })).min(1),
  }),
  events: z.strictObject({
    title: text,
    lead: text,
    items: z
      .array(
        z.strictObject({ title: text, date: z.iso.date(), place: text, text, picture, alt: text, example: z.boolean().default(false) }),
      )
      .min(1),
  }),
  about: z.strictObject({
    title: text,
    paragraphs: z.array(text).min(1),
    wings: z
      .array(z.strictObject({ name: text, text, facts: z.array(z.strictObject({ name: text, value: text })).min(1), action }))
      .length(2),
    /** Who can do what with a member's exchange account. */
    access: z.strictObject({ title: text, text, columns: z.array(z.strictObject({ name: text, points: z.array(text).min(1) })).min(2) }),
    strategy: z.strictObject({ title: text, points: z.array(z.strictObject({ title: text, text })).min(1) }),
  }),
  resources: z.strictObject({ title: text, text, topics: z.array(text).min(1), action }),
  team: z.strictObject({
    title: text,
    lead: text,
    members: z
      .array(
        z.strictObject({
          name: text,
          position: text,
          /** Without one the card shows the initials. */
          photo: picture.optional(),
          links: z.array(z.strictObject({ network: z.enum(['x', 'telegram', 'linkedin', 'youtube', 'instagram']), link })).default([]),
          /** The first paragraph is shown, the others behind Read More. */
          portfolio: z.array(text).min(1),
          example: z.boolean().default(false),
        }),
      )
      .min(1),
    outsourced: text,
  }),
  terms: z.strictObject({ title: text, points: z.array(text).min(1), action }),
  faqs: z.strictObject({
    title: text,
    lead: text,
    items: z.array(z.strictObject({ question: text, answer: z.array(block).min(1), action: action.optional() })).min(1),
  }),
  disclaimer: z.strictObject({ title: text, text, action }),
});

/** Fees and limits as membership screens quote them. */
const membership = z.strictObject({
  /** Stand under the two choices of the registration. */
  clubHelp: text,
  fundHelp: text,
  next: z.array(text).min(1),
  risk: text,
  clubFacts: z.array(z.strictObject({ name: text, value: text })).min(1),
  fundFacts: z.array(z.strictObject({ name: text, value: text })).min(1),
  termsInShort: z.array(text).min(1),
});

const legal = z.strictObject({ title: text, intro: text, updated: z.iso.date(), sections: z.array(section).min(3) });
const primer = legal.extend({ join: z.strictObject({ title: text, text, action }) });

/** The parts, each a module of its own for the web app (`virtual:content/<part>`), so that a page loads no text of another. */
export const parts = { site, landing, membership, terms: legal, disclaimer: legal, primer } as const;
/** The parts that a translation may have. Fees and the documents are binding in English; the primer is one of them. */
export const translatedParts: readonly string[] = ['site', 'landing', 'membership'];
export const contentSchema = z.strictObject({ figures: z.record(z.string().regex(/^\w+$/), z.union([text, z.number()])), ...parts });

export type SiteContent = z.output<typeof site>;
export type LandingContent = z.output<typeof landing>;
export type MembershipContent = z.output<typeof membership>;
export type LegalContent = z.output<typeof legal>;
export type PrimerContent = z.output<typeof primer>;
export type ContentBlock = z.output<typeof block>;
export type ContentSection = z.output<typeof section>;
export type ContentAction = z.output<typeof action>;
export type PartName = keyof typeof parts;
export type Content = z.output<typeof contentSchema>;
