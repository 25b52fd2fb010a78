import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';

const inPage = readFileSync(fileURLToPath(new URL('public-in-page.js', import.meta.url)), 'utf8');

interface Stop {
  /** Among the stops that the page should have; -1 for another one. */
  index: number;
  name: string;
  hasRing: boolean;
  inView: boolean;
}

/** Presses of Tab between two looks at where they led. */
const STRIDE = 8;
/** A date has a stop for each of its parts, and some lists scroll: more presses than controls. */
const SPARE = 40;
/** How often a page that loses controls meanwhile is toured. */
const TOURS = 3;

async function ask<T>(page: Page, call: string): Promise<T> {
  if (!(await page.evaluate(`'inPage' in globalThis`))) await page.evaluate(inPage);
  return page.evaluate(`inPage.${call}`);
}

/**
 * What every page must have: its language, one first heading, one main region, no part that stands out to the side, no text under 14 px, no
 * table that scrolls up and down in a box.
 */
export async function structureFaults(page: Page): Promise<string[]> {
  const { language, headings, mains, overflow } = await ask<{ language: string; headings: number; mains: number; overflow: number }>(
    page,
    'structure()',
  );
  const small = await ask<string[]>(page, 'smallTexts()');
  const boxed = await ask<string[]>(page, 'boxedTables()');
  return [
    ...(language === 'en' ? [] : [`the language is "${language}"`]),
    ...(headings === 1 ? [] : [`${headings} first headings`]),
    ...(mains === 1 ? [] : [`${mains} main regions`]),
    ...(overflow <= 0 ? [] : [`${overflow} px too wide`]),
    ...small.map((text) => `small text: ${text}`),
    ...boxed.map((table) => `scrolls in a box: ${table}`),
  ];
}

/**
 * Goes by Tab through the whole page: what has focus is seen and has a ring, and every control is come to once, in the order of the page.
 * A page that refreshes itself may take a control away meanwhile. The tour begins again then: it judges only a page that stood still.
 */
export async function tourFaults(page: Page): Promise<string[]> {
  for (let tours = 0; tours < TOURS; tours += 1) {
    const faults = await tour(page);
    if ((await ask<string[]>(page, 'gone()')).length === 0) return faults;
  }
  return [`controls left the page during each of ${TOURS} tours: ${(await ask<string[]>(page, 'gone()')).join(', ')}`];
}

async function tour(page: Page): Promise<string[]> {
  const expected = await ask<number>(page, 'beginTour()');
  for (let presses = 0; presses <= expected + SPARE; presses += 1) {
    await page.keyboard.press('Tab');
    if (presses < expected || presses % STRIDE > 0) continue;
    const stops = await ask<(Stop | null)[]>(page, 'visited()');
    const end = stops.findIndex((stop, at) => stop === null || (at > 0 && stop.index === 0 && stops[at - 1]?.index !== 0));
    if (end >= 0) return faultsOf(stops.slice(0, end) as Stop[], await ask<string[]>(page, 'names()'));
  }
  return [`Tab does not come to an end after ${expected} controls`];
}

function faultsOf(stops: Stop[], names: string[]): string[] {
  const inOrder = stops.filter(({ index }) => index >= 0);
  // Within a date the browser draws the ring around its calendar button itself.
  const arrivals = stops.filter(({ index }, at) => index < 0 || index !== stops[at - 1]?.index);
  return [
    ...arrivals.filter(({ hasRing }) => !hasRing).map(({ name }) => `no focus ring: ${name}`),
    ...stops.filter(({ inView }) => !inView).map(({ name }) => `has focus unseen: ${name}`),
    ...names.filter((_, index) => !inOrder.some((stop) => stop.index === index)).map((name) => `Tab never comes to ${name}`),
    ...inOrder.filter(({ index }, at) => at > 0 && index < inOrder[at - 1]!.index).map(({ name }) => `Tab goes back to ${name}`),
  ];
}
