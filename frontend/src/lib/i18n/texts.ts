import { type Message, type Values, formatMessage } from './format-message';
import { currentLanguage } from './language';
import type { PlainMessages, RichMessages } from './messages.gen';

export type PlainId = keyof PlainMessages;
export type RichId = keyof RichMessages;

type Messages = Readonly<Record<string, Message>>;
type Files<T> = Readonly<Record<string, () => Promise<T>>>;

const loaded = new Map<string, Message>();

/** Adds messages of the page's language. */
export function addMessages(messages: Messages): void {
  for (const [id, message] of Object.entries(messages)) loaded.set(id, message);
}

/**
 * Returns a function that loads the file of the page's language once, English where it has none, and gives it to `keep`. A failed load is
 * tried again by the next call.
 */
export function languageLoader<T>(files: Files<T>, keep: (file: T) => void): () => Promise<void> {
  const loading = new Map<string, Promise<void>>();
  return () => {
    const language = currentLanguage();
    const running =
      loading.get(language) ??
      (files[language] ?? files['en']!)()
        .then(keep)
        .catch((error: unknown) => {
          loading.delete(language);
          throw error;
        });
    loading.set(language, running);
    return running;
  };
}

/** Returns a function that loads a domain in the language of the page. */
export const messageLoader = (files: Files<{ messages: Messages }>): (() => Promise<void>) =>
  languageLoader(files, ({ messages }) => addMessages(messages));

/** Loads a module and the messages it needs at the same time. The build puts this around dynamic imports (frontend/build/texts). */
export async function withTexts<T>(module: () => Promise<T>, ...domains: (() => Promise<void>)[]): Promise<T> {
  const [result] = await Promise.all([module(), ...domains.map((load) => load())]);
  return result;
}

/** Formats a message of any kind. An id that no loaded domain has stays as it is. */
export const messageText = (id: string, values: Values | null | undefined): string =>
  formatMessage(currentLanguage(), loaded.get(id) ?? id, values ?? {});

type ValuesOf<Id extends PlainId> = PlainMessages[Id] extends null ? [] : [values: Exclude<PlainMessages[Id], null>];

/** Returns a text of the catalogue in the language of the page, filled with its values. */
export const t = <Id extends PlainId>(id: Id, ...[values]: ValuesOf<Id>): string => messageText(id, values);
