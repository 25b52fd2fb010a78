// The least that finding an outcome can take (performance.md section 5): typed columns of doubles, and over them the highest and lowest of
// each 64 candles, which are passed over whole.
const BLOCK = 64;

export function indexOf({ size, high, low }) {
  const blocks = Math.ceil(size / BLOCK);
  const highest = new Float64Array(blocks).fill(-Infinity);
  const lowest = new Float64Array(blocks).fill(Infinity);
  for (let n = 0; n < size; n++) {
    const block = n >> 6;
    if (high[n] > highest[block]) highest[block] = high[n];
    if (low[n] < lowest[block]) lowest[block] = low[n];
  }
  return { highest, lowest };
}

function firstAbove(high, highest, from, end, level) {
  let n = from;
  while (n < end) {
    if ((n & 63) === 0) {
      let block = n >> 6;
      while (n < end && highest[block] < level) {
        block++;
        n += BLOCK;
      }
      if (n >= end) return end;
    }
    if (high[n] >= level) return n;
    n++;
  }
  return end;
}

function firstBelow(low, lowest, from, end, level) {
  let n = from;
  while (n < end) {
    if ((n & 63) === 0) {
      let block = n >> 6;
      while (n < end && lowest[block] > level) {
        block++;
        n += BLOCK;
      }
      if (n >= end) return end;
    }
    if (low[n] <= level) return n;
    n++;
  }
  return end;
}

/** Where the stop and each of the targets are first touched; what comes behind the stop is not looked for. */
export function firstTouches({ high, low }, { highest, lowest }, { way, stop, targets }, from, end) {
  if (way === 1) {
    const out = firstBelow(low, lowest, from, end, stop);
    let at = from;
    for (let n = 0; n < 3; n++) at = firstAbove(high, highest, at, out, targets[n]);
    return out + at;
  }
  const out = firstAbove(high, highest, from, end, stop);
  let at = from;
  for (let n = 0; n < 3; n++) at = firstBelow(low, lowest, at, out, targets[n]);
  return out + at;
}
