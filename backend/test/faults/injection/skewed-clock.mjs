// Preloaded into one process (`--import`): its wall clock is off by CLOCK_SKEW_MS. What measures durations (performance.now, timers) is as
// it was, as after a jump of the machine's clock. libfaketime would do the same, and is not everywhere.
const skew = Number(process.env.CLOCK_SKEW_MS ?? 0);
const RealDate = Date;
const realNow = RealDate.now;

RealDate.now = () => realNow() + skew;
const SkewedDate = new Proxy(RealDate, {
  construct: (target, parts, made) => Reflect.construct(target, parts.length === 0 ? [RealDate.now()] : parts, made),
  apply: () => new SkewedDate().toString(),
});
RealDate.prototype.constructor = SkewedDate;
globalThis.Date = SkewedDate;
