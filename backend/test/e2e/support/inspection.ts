import { expect } from '@jest/globals';
import { colorRules, withBestPractice, type Rules, type Visitor } from './browser.js';
import { eventually } from './eventually.js';
import { structureFaults, tourFaults } from './public-tour.js';

/** A phone, a tablet and a desk. */
export const WIDTHS = [360, 768, 1440];
/** The narrow and the wide layout: the tablet has the parts of one or the other. */
export const LAYOUTS = [360, 1440];
const HEIGHT = 900;
/** What is wrong for longer than it takes a page to follow its new size. */
const FOLLOWS_MS = 10_000;

type Mode = 'light' | 'dark';
const otherThan = (mode: Mode): Mode => (mode === 'dark' ? 'light' : 'dark');

export interface Inspection {
  /** Also goes through it by keyboard, in both layouts. */
  tour?: boolean;
  widths?: readonly number[];
  /** Puts the page into other colours, and back; by default as the system's own setting does. */
  colors?: (mode: Mode) => Promise<unknown>;
}

/** Other colours by the house's own switch. Not by mouse: what the pointer then rests on would have the colours of what is pointed at. */
export async function bySwitch({ page }: Visitor, mode: Mode): Promise<void> {
  // The page takes what the server answers: an answer that comes late would turn the next look around.
  const [answer] = await Promise.all([
    page.waitForResponse((response) => response.url().endsWith('/me/color')),
    page.getByRole('button', { name: `Switch to ${mode} colours` }).dispatchEvent('click'),
  ]);
  if (!answer.ok()) throw new Error(`the colour was not stored: ${answer.status()}`);
  await page.getByRole('button', { name: `Switch to ${otherThan(mode)} colours` }).waitFor();
}

export async function narrow(visitor: Visitor): Promise<void> {
  await visitor.page.setViewportSize({ width: WIDTHS[0]!, height: HEIGHT });
}

/** What is wrong with the structure and stays so: what is measured by script follows a new size a moment later. */
async function lastingFaults({ page }: Visitor): Promise<string[]> {
  let found: string[] = [];
  const look = async () => {
    found = await structureFaults(page);
    if (found.length > 0) throw new Error(found.join(', '));
  };
  await eventually(look, FOLLOWS_MS).catch(() => undefined);
  return found;
}

/**
 * Looks at the page as it stands in every width and both modes, and wants nothing that hinders anybody, no complaint of the browser and no
 * foreign request.
 */
export async function inspect(
  visitor: Visitor,
  { tour = true, widths = WIDTHS, colors = (colorScheme) => visitor.page.emulateMedia({ colorScheme }) }: Inspection = {},
): Promise<void> {
  const { page } = visitor;
  const faults: Record<string, string[]> = {};
  let mode: Mode = 'light';
  const look = async (rules: Rules) => (await visitor.hindrances(rules)).map((hindrance) => `${mode}: ${hindrance}`);
  for (const width of widths) {
    await page.setViewportSize({ width, height: HEIGHT });
    // Half under the header, or under the skip link that has focus, a control is smaller than it is.
    await page.evaluate('document.activeElement?.blur(), scrollTo(0, 0)');
    // What follows the width by script, a menu or a chart, is told of it with the next picture, and drawn by the one after that.
    await visitor.drawn();
    const found = await lastingFaults(visitor);
    found.push(...(await look(withBestPractice)));
    // The next width begins with the colours that this one ends with: a page is put into others once a width.
    mode = otherThan(mode);
    await colors(mode);
    found.push(...(await look(colorRules)));
    if (tour && LAYOUTS.includes(width)) found.push(...(await tourFaults(page)));
    if (found.length > 0) faults[`${width} px`] = found;
  }
  if (mode === 'dark') await colors('light');
  expect(faults).toEqual({});
  expect(visitor.faults).toEqual({ complaints: [], foreign: [] });
}
