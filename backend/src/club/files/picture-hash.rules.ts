/** Cells of the outline in a row; each is compared with the one to its right. */
const WIDTH = 17;
const HASH_BYTES = 32;
/** Levels of grey by which two cells differ: scaling and encoding a picture again moves some by less. */
const NOISE = 10;
/** A picture with fewer edges is a plain area, which looks like every other. */
const MIN_EDGES = 8;

/**
 * Returns the difference hash of a picture: 256 bits that stay nearly the same when it is scaled or encoded again. `outline`: 17 × 16
 * levels of grey. Null: there is too little in the picture to recognise it by.
 */
export function pictureHash(outline: Uint8Array): Buffer | null {
  const hash = Buffer.alloc(HASH_BYTES);
  let [bit, edges] = [0, 0];
  for (let at = 0; at < outline.length; at++) {
    if (at % WIDTH === WIDTH - 1) continue;
    if (outline[at]! - outline[at + 1]! >= NOISE) {
      hash[bit >> 3]! |= 0x80 >> (bit & 7);
      edges++;
    }
    bit++;
  }
  return edges < MIN_EDGES ? null : hash;
}

/** Bits by which the hashes of two pictures differ that look the same. */
export const LOOKS_SAME_BITS = 12;
