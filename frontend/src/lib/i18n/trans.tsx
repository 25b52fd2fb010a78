import { type ReactElement, type ReactNode, Fragment, cloneElement } from 'react';
import type { RichMessages } from './messages.gen';
import { type RichId, messageText } from './texts';

type ValuesProp<Id extends RichId> = RichMessages[Id]['values'] extends null
  ? { values?: undefined }
  : { values: RichMessages[Id]['values'] };
type TransProps<Id extends RichId> = ValuesProp<Id> & {
  id: Id;
  /** An element for each tag of the message, which takes what is inside the tag as its children. */
  tags: Record<RichMessages[Id]['tags'], ReactElement<{ children?: ReactNode }>>;
};

const TAG = /<(\w+)>(.*?)<\/\1>|<(\w+)\/>/s;

function withElements(text: string, tags: Readonly<Record<string, ReactElement<{ children?: ReactNode }>>>): ReactNode[] {
  // Pieces of four: text, a tag with content, that content, or an empty tag.
  const pieces = text.split(TAG);
  return pieces.flatMap((piece, at): ReactNode[] => {
    if (piece === undefined || piece === '' || at % 4 === 2) return [];
    if (at % 4 === 0) return [<Fragment key={at}>{piece}</Fragment>];
    const element = tags[piece];
    if (at % 4 === 3) return [element ? cloneElement(element, { key: at }) : `<${piece}/>`];
    const content = pieces[at + 1] ?? '';
    return [element ? cloneElement(element, { key: at }, ...withElements(content, tags)) : `<${piece}>${content}</${piece}>`];
  });
}

/** A text of the catalogue with elements in it: `<Trans id="auth.signIn.foot" tags={{ link: <Link to={paths.register} /> }} />`. */
export function Trans<Id extends RichId>({ id, values, tags }: TransProps<Id>) {
  return withElements(messageText(id, values as Readonly<Record<string, string | number>> | null | undefined), tags);
}
