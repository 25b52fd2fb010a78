declare module 'bidi-js' {
  interface EmbeddingLevels {
    levels: Uint8Array;
  }
  interface Bidi {
    /** Resolves the level of each UTF-16 unit by the Unicode bidirectional algorithm (UAX 9). */
    getEmbeddingLevels(text: string, direction: 'ltr' | 'rtl'): EmbeddingLevels;
    /** Returns the mirror image of a character such as a bracket; null where it has none. */
    getMirroredCharacter(character: string): string | null;
  }
  const factory: () => Bidi;
  export default factory;
}
