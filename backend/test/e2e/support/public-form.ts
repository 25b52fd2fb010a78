import type { Locator, Page } from 'playwright-core';
import { eventually } from './eventually.js';

/** What a screen reader says after the name of a field: its help and its error. */
export async function describedBy(field: Locator): Promise<string> {
  const id = JSON.stringify(await field.getAttribute('id'));
  // In one look: an error may come or go between two.
  return field
    .page()
    .evaluate(
      `(document.getElementById(${id})?.getAttribute('aria-describedby') ?? '').split(' ').filter(Boolean).map((id) => ` +
        `document.getElementById(id)?.innerText ?? '').join(' ')`,
    );
}

/** Waits until a field says this about itself, and is marked as wrong. */
export async function saysWrong(field: Locator, words: string | RegExp): Promise<void> {
  await field.page().locator('[aria-invalid="true"]').and(field).waitFor();
  await eventually(async () => {
    const said = await describedBy(field);
    if (typeof words === 'string' ? !said.includes(words) : !words.test(said)) throw new Error(`the field says "${said}", not ${words}`);
  });
}

/** A button that can be pressed, or one that cannot. */
export const readyButton = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true, disabled: false });
export const heldButton = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true, disabled: true });

/** One of the notices at the bottom left. */
export const toast = (page: Page, words: string | RegExp) => page.getByRole('region', { name: 'Notices' }).getByText(words);

/** A password field by its label; the button that shows what has been typed has the label's words in its name as well. */
export const passwordField = (page: Page, label: string) => page.getByLabel(label, { exact: true });
