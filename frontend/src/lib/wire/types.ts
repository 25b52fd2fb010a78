/** The only door to the types of the wire; nothing of the back end is ever bundled. */
export type * from '../../../../backend/src/platform/wire/index.js';
