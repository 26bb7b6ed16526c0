import { Agent, type IncomingHttpHeaders, request } from 'node:http'
import { cpuTime, median, percentile } from './shop-process.ts'

export const CONNECTIONS = 10
export const ROUNDS = Number(process.env.ROUNDS ?? 3)
const SECONDS = Number(process.env.SECONDS ?? 4)

export interface Answer {
  body: Buffer
  headers: IncomingHttpHeaders
}

/** What one of the ten connections asks for once; resolves to the bytes of the answer. */
export type Call = (connection: number) => Promise<number>

/** A call, and the process whose processor time it costs. */
export interface Subject {
  call: Call
  pid: number
}

/** Answers a second, the 99th percentile of their milliseconds, processor time of each in milliseconds, bytes. */
export interface Figures {
  rate: number
  p99: number
  cpu: number
  bytes: number
}

let agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS })

/** Asks once, over the connections of the load; with a body, it is sent as JSON. */
export function ask(url: string, headers: Record<string, string> = {}, body?: object): Promise<Answer> {
  const { promise, resolve, reject } = Promise.withResolvers<Answer>()
  const content = body && JSON.stringify(body)
  const length = content && {
    'Content-Type': 'application/json',
    'Content-Length': String(Buffer.byteLength(content)),
  }
  const options = { agent, method: body ? 'POST' : 'GET', headers: { ...headers, ...length } }
  const sent = request(url, options, (answer) => {
    const parts: Buffer[] = []
    answer.on('data', (part: Buffer) => parts.push(part))
    answer.on('end', () => {
      const body = Buffer.concat(parts)
      if (answer.statusCode === 200) resolve({ body, headers: answer.headers })
      else reject(new Error(`${url} answered ${answer.statusCode}: ${body}`))
    })
  })
  sent.on('error', reject)
  sent.end(content)
  return promise
}

/** Asks for one compressed answer. */
export const get =
  (url: string, headers: Record<string, string> = {}): Call =>
  async () =>
    (await ask(url, { 'accept-encoding': 'br, gzip', ...headers })).body.length

async function load({ call, pid }: Subject): Promise<Figures> {
  const times: number[] = []
  let bytes = 0
  const started = performance.now()
  const before = cpuTime(pid)
  const end = started + SECONDS * 1_000
  const connection = async (index: number) => {
    while (performance.now() < end) {
      const sent = performance.now()
      bytes = await call(index)
      times.push(performance.now() - sent)
    }
  }
  await Promise.all(Array.from({ length: CONNECTIONS }, (_, index) => connection(index)))
  // While the others have their turns, a server may close a connection that is not used.
  endLoad()
  agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS })
  return {
    rate: (times.length / (performance.now() - started)) * 1_000,
    p99: percentile(times, 0.99),
    cpu: (cpuTime(pid) - before) / times.length,
    bytes,
  }
}

/** Each in turns, round by round; the medians of the rounds, after a first that warms up. */
export async function inTurns(subjects: readonly Subject[]): Promise<Figures[]> {
  const rounds: Figures[][] = []
  for (let round = 0; round <= ROUNDS; round++) {
    const figures: Figures[] = []
    for (const each of subjects) figures.push(await load(each))
    if (round > 0) rounds.push(figures)
  }
  return subjects.map((_, at) => {
    const of = (name: keyof Figures) => median(rounds.map((figures) => figures[at]![name]))
    return { rate: of('rate'), p99: of('p99'), cpu: of('cpu'), bytes: of('bytes') }
  })
}

/** In words: bytes, rate, p99, processor time. */
export const inWords = ({ rate, p99, cpu, bytes }: Figures) =>
  `${(bytes / 1_000).toFixed(1)} kB: ${rate.toFixed(0)}/s (p99 ${p99.toFixed(1)} ms), ${cpu.toFixed(2)} ms of the processor each, ${(1_000 / cpu).toFixed(0)}/s on one core`

/** Closes the connections. */
export function endLoad(): void {
  agent.destroy()
}
