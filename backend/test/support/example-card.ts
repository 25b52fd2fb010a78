import sharp from 'sharp';

const LINES = 6;

/** Numbers from 0 to `below`, the same for the same seed. */
function dice(seed: number): (below: number) => number {
  let state = seed * 7919 + 1;
  return (below) => {
    state = (state * 1103515245 + 12345) % 2147483648;
    return Math.floor((state / 2147483648) * below);
  };
}
const rect = (x: number, y: number, width: number, height: number, fill: string) =>
  `<rect x="${x}" y="${y}" width="${width}" height="${height}" fill="${fill}"/>`;
const grey = (level: number) => `rgb(${level},${level},${level})`;

/** A card of 1000 × 630 pixels: one layout, and the face and the lines of text of another person with another number. */
export function exampleCard(person: number): Promise<Buffer> {
  const any = dice(person);
  const parts = [rect(0, 0, 1000, 630, '#dfe8ef'), rect(0, 0, 1000, 90, '#3b5c86'), rect(50, 140, 260, 340, grey(150 + any(90)))];
  const [skin, hair] = [90 + any(140), 20 + any(120)];
  parts.push(
    `<ellipse cx="${165 + any(30)}" cy="${275 + any(30)}" rx="${75 + any(25)}" ry="${100 + any(25)}" fill="${grey(skin)}"/>`,
    `<ellipse cx="${170 + any(20)}" cy="${200 + any(20)}" rx="${90 + any(20)}" ry="${40 + any(40)}" fill="${grey(hair)}"/>`,
    rect(90 + any(20), 400 + any(20), 180, 80, grey(any(256))),
  );
  for (let line = 0; line < LINES; line++) {
    parts.push(rect(360, 135 + line * 58, 90, 9, '#777'));
    let x = 360;
    for (let letters = 4 + any(14); letters > 0; letters--) {
      const width = 12 + any(12);
      parts.push(rect(x, 152 + line * 58, width, 22, '#222'));
      x += width + 6;
    }
  }
  for (let line = 0; line < 3; line++)
    for (let letter = 0; letter < 30; letter++) {
      const width = 10 + any(14);
      if (any(5) > 0) parts.push(rect(50 + letter * 30, 520 + line * 34, width, 20, '#111'));
    }
  return sharp(Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="1000" height="630">${parts.join('')}</svg>`))
    .png()
    .toBuffer();
}
