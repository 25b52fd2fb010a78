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

const DOCUMENT_HASH_BYTES = 64;

/**
 * Returns the hash of a picture of a document: 512 bits, two for each pair of cells: darker, lighter. Cards of one country have one layout,
 * and pictureHash takes some of them for copies of each other. `outline` and null: as of pictureHash.
 */
export function documentHash(outline: Uint8Array): Buffer | null {
  const hash = Buffer.alloc(DOCUMENT_HASH_BYTES);
  let [bit, edges] = [0, 0];
  for (let at = 0; at < outline.length; at++) {
    if (at % WIDTH === WIDTH - 1) continue;
    const step = outline[at]! - outline[at + 1]!;
    if (Math.abs(step) >= NOISE) {
      const place = bit + (step > 0 ? 0 : 1);
      hash[place >> 3]! |= 0x80 >> (place & 7);
      edges++;
    }
    bit += 2;
  }
  return edges < MIN_EDGES ? null : hash;
}

/**
 * Bits by which the hashes of two pictures of documents differ that look the same. Measured on drawn cards of one layout
 * (picture-hash.rules.spec.ts): copies that were scaled to a third, encoded again or cut by 2 % differ by up to 43 bits, the cards of two
 * of 40 people by 49 or more. A copy that was cut by 5 %, or turned, is not recognised.
 */
export const DOCUMENT_LOOKS_SAME_BITS = 44;
