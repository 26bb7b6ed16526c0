// Preloaded into a shop whose pages are compared as pictures, and into the one that fills its tables: it starts at the same time
// whenever it is started, and its time passes at a quarter of the speed, so that the same minute is shown in each run.
import { START } from './clock.ts'

const SPEED = 0.25

const RealDate = Date
const began = Date.now()
const realNow = Date.now.bind(Date)
const start = Number(process.env.CLOCK_START ?? START)
const now = () => start + Math.floor((realNow() - began) * SPEED)

RealDate.now = now
globalThis.Date = new Proxy(RealDate, {
  construct: (target, values) => Reflect.construct(target, values.length > 0 ? values : [now()]),
  apply: () => new RealDate(now()).toString(),
})
RealDate.prototype.constructor = globalThis.Date
