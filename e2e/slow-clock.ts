// Preloaded into a shop whose pages are compared as pictures: it starts on a Tuesday at eleven in Minsk, whenever it is
// started, and its time passes at a quarter of the speed, so that the same minute is shown in each run.
const START = Date.UTC(2027, 2, 2, 8)
const SPEED = 0.25

const RealDate = Date
const began = Date.now()
const realNow = Date.now.bind(Date)
const now = () => START + Math.floor((realNow() - began) * SPEED)

RealDate.now = now
globalThis.Date = new Proxy(RealDate, {
  construct: (target, values) => Reflect.construct(target, values.length > 0 ? values : [now()]),
  apply: () => new RealDate(now()).toString(),
})
RealDate.prototype.constructor = globalThis.Date
