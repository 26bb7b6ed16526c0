// Preloaded into shops whose pages are compared with pictures, and into the one that fills their tables. The clock
// starts at the same time in each run and passes at a quarter of the speed, so that each run shows the same minute.
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
