// Writes the types of the message catalogues, which code that uses them is checked against (frontend/build/texts/message-types.ts).
import { onPinnedNode } from './lib/node24.mjs';

await onPinnedNode();
const { writeMessageTypes } = await import('../frontend/build/texts/message-types.ts');
writeMessageTypes();
