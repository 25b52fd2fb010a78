/** A rectangle in fractions of the whole, from the top and the start of the line. */
export interface Tile {
  start: number;
  top: number;
  width: number;
  height: number;
}

/** The worst ratio of long to short side in a strip of these areas along a side of this length. */
function worstRatio(areas: readonly number[], side: number): number {
  const sum = areas.reduce((total, area) => total + area, 0);
  const depth = sum / side;
  return Math.max(...areas.map((area) => Math.max((depth * depth) / area, area / (depth * depth))));
}

/**
 * Divides a rectangle among positive weights in proportion to them, in tiles as square as possible: the squarified treemap of Bruls,
 * Huizing and van Wijk (2000). `weights`: the largest first. `ratio`: width to height of the drawing.
 */
export function treemap(weights: readonly number[], ratio: number): Tile[] {
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const tiles: Tile[] = [];
  // In units in which the height of the drawing is 1.
  let [x, y, width, height] = [0, 0, ratio, 1];
  let rest = weights.map((weight) => (weight / total) * ratio);
  while (rest.length > 0) {
    const side = Math.min(width, height);
    let count = 1;
    while (count < rest.length && worstRatio(rest.slice(0, count + 1), side) <= worstRatio(rest.slice(0, count), side)) count += 1;
    const strip = rest.slice(0, count);
    const isColumn = height <= width;
    // The last strip fills what is left, without the error of a division.
    const depth = count === rest.length ? Math.max(width, height) : strip.reduce((sum, area) => sum + area, 0) / side;
    let at = 0;
    for (const area of strip) {
      const length = area / depth;
      tiles.push({
        start: (isColumn ? x : x + at) / ratio,
        top: isColumn ? y + at : y,
        width: (isColumn ? depth : length) / ratio,
        height: isColumn ? length : depth,
      });
      at += length;
    }
    if (isColumn) [x, width] = [x + depth, width - depth];
    else [y, height] = [y + depth, height - depth];
    rest = rest.slice(count);
  }
  return tiles;
}
