/** Radii of the ring in a square of 200 units. */
const OUTER = 98;
const INNER = 66;
const MIDDLE = 100;

const point = (turn: number, radius: number): string => {
  const angle = turn * 2 * Math.PI;
  return `${(MIDDLE + radius * Math.sin(angle)).toFixed(3)} ${(MIDDLE - radius * Math.cos(angle)).toFixed(3)}`;
};

/** An arc in two halves, because an SVG arc cannot be a whole circle. */
function arc(from: number, to: number, radius: number): string {
  const sweep = to > from ? 1 : 0;
  const half = (radius: number, end: number) => `A${radius} ${radius} 0 0 ${sweep} ${point(end, radius)}`;
  return `${half(radius, (from + to) / 2)}${half(radius, to)}`;
}

/** Returns the SVG path of a piece of the ring between two fractions of a turn, clockwise from the top. */
export function ringPath(from: number, to: number): string {
  return `M${point(from, OUTER)}${arc(from, to, OUTER)}L${point(to, INNER)}${arc(to, from, INNER)}Z`;
}
