import type { Locator, Page } from 'playwright-core';
import { eventually } from './eventually.js';

/** More stops than any page of ours has between two controls, and than a round through the whole landing page. */
const MAX_PRESSES = 120;

/** Somebody without a mouse: goes from control to control, presses and types. */
export class Keyboard {
  constructor(private readonly page: Page) {}

  /** Presses Tab until `control` has focus; fails where the page never gives it. */
  tabTo(control: Locator): Promise<void> {
    return this.walk('Tab', control);
  }

  /** The same, backwards. */
  tabBackTo(control: Locator): Promise<void> {
    return this.walk('Shift+Tab', control);
  }

  /** Goes to a control and types into it, in the place of what is there. */
  async enter(control: Locator, text: string): Promise<void> {
    await this.tabTo(control);
    await this.page.keyboard.press('ControlOrMeta+A');
    await this.type(text);
  }

  async type(text: string): Promise<void> {
    await this.page.keyboard.type(text);
  }

  /**
   * Goes to a list and chooses from it by typing. It forgets what was typed when a second passes between two keys, or when somebody leaves
   * it: then it is typed again.
   */
  async choose(list: Locator, option: string): Promise<void> {
    await eventually(async () => {
      await this.tabTo(list);
      await this.type(option);
      const chosen = await list.inputValue();
      if (chosen === option) return;
      await this.page.keyboard.press('Shift+Tab');
      throw new Error(`typing "${option}" chose "${chosen}"`);
    });
  }

  /** Goes to a control and presses a key on it: Enter follows and sends, Space presses and ticks. */
  async press(control: Locator, key: 'Enter' | 'Space'): Promise<void> {
    await this.tabTo(control);
    await this.page.keyboard.press(key);
  }

  private async walk(key: 'Tab' | 'Shift+Tab', control: Locator): Promise<void> {
    await control.waitFor();
    for (let presses = 0; presses <= MAX_PRESSES; presses++) {
      if ((await control.and(this.page.locator(':focus')).count()) === 1) return;
      await this.page.keyboard.press(key);
    }
    throw new Error(`${key} never came to ${control.toString()} in ${MAX_PRESSES} presses`);
  }
}
